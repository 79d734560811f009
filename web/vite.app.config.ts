import { readdirSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The server's policy for content allows files of its own only: so nothing is inlined.
const server = "http://127.0.0.1:8000";

const source = new URL("app/src/", import.meta.url).pathname;
const components = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".svelte")).sort();

/** A name of its own for the styles of each component, as short as can be. */
function scopeOf(file: string): string {
  return `s${components.findIndex((name) => file.endsWith(name)).toString(36)}`;
}

export default defineConfig({
  root: new URL("app", import.meta.url).pathname,
  plugins: [svelte({ configFile: false, compilerOptions: {
    // Fewer bytes: no code for the Svelte of before, no version, short names of scopes.
    runes: true,
    discloseVersion: false,
    fragments: "tree",
    cssHash: ({ filename }) => scopeOf(filename),
  } })],
  build: {
    outDir: new URL("../src/eckstein/web/app", import.meta.url).pathname,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // No part that is loaded later has parts of its own, so there is nothing to load ahead.
    modulePreload: false,
    // The board loads its hands by itself, but here they come with it.
    rolldownOptions: { checks: { ineffectiveDynamicImport: false } },
    target: "es2022",
  },
  server: {
    proxy: {
      "/api": server,
      "/socket": { target: server, ws: true },
    },
  },
});
