import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The server's policy for content allows files of its own only: so nothing is inlined.
const server = "http://127.0.0.1:8000";

export default defineConfig({
  root: new URL("app", import.meta.url).pathname,
  plugins: [svelte({ compilerOptions: {
    // Fewer bytes: no code for the Svelte of before, no version, short names of scopes.
    runes: true,
    discloseVersion: false,
    fragments: "tree",
    cssHash: ({ hash, filename }) => `s${hash(filename).slice(0, 4)}`,
  } })],
  build: {
    outDir: new URL("../src/eckstein/web/app", import.meta.url).pathname,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // No part that is loaded later has parts of its own, so there is nothing to load ahead.
    modulePreload: false,
    target: "es2022",
  },
  server: {
    proxy: {
      "/api": server,
      "/socket": { target: server, ws: true },
    },
  },
});
