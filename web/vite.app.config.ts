import { existsSync, readdirSync, readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vite";
import { keyed } from "./keyed.ts";

// The server's policy for content allows files of its own only: so nothing is inlined.
const server = "http://127.0.0.1:8000";

const source = new URL("app/src/", import.meta.url).pathname;
const components = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".svelte")).sort();

/** A name of its own for the styles of each component, as short as can be. */
function scopeOf(file: string): string {
  return `s${components.findIndex((name) => file.endsWith(name)).toString(36)}`;
}

/** Of what solves a task only the first answer is ever shown; the others are for the tests. */
const lessons: Plugin = {
  name: "lessons",
  enforce: "pre",
  transform: (code, id) => !/lessons\/\w+\.json$/.test(id) ? null : JSON.stringify(JSON.parse(code,
    (name, value) => (name === "claim" ? undefined : name === "answers" ? value.slice(0, 1) : value))),
};

/**
 * What the board has for other people's pages alone: films, input that comes before interaction, and English
 * words beside those of another language.
 */
const APART = [
  { name: /panels\/film$/, from: /board\/interaction\.ts$/, code: "export class FilmControls { root = document.createComment(''); }" },
  { name: /view\/film$/, from: /board\/element\.ts$/, code: "export const readFilm = () => '';" },
  { name: /input\/buffer$/, from: /board\/element\.ts$/, code: "export const bufferInput = () => () => [];" },
  { name: /en\/board\.json$/, from: /board\/words\/words\.ts$/, code: "export default {}" },
];
const apart: Plugin = {
  name: "apart",
  enforce: "pre",
  resolveId: (name, from) => {
    const at = APART.findIndex((one) => one.name.test(name) && one.from.test(from ?? ""));
    return at < 0 ? null : `\0apart-${at}`;
  },
  load: (id) => APART[Number(/^\0apart-(\d+)$/.exec(id)?.[1])]?.code ?? null,
  // Interaction comes with the board, and a dynamic import would ask for a file even so.
  transform: (code, id) => !/board\/element\.ts$/.test(id) ? null
    : `import * as atOnce from "./interaction";\n${code.replace('import("./interaction")', "Promise.resolve(atOnce)")}`,
};

/** Svelte names its errors for its developers. */
const errors: Plugin = {
  name: "errors",
  transform: (code, id) => /\/svelte\/.*errors\.js$/.test(id) ? code.replace(/`https:\/\/svelte\.dev\/e\/\w+`/g, "") : null,
};

/** What the page needs, for browsers without scripts: in all languages, since without scripts none is chosen. */
const words = new URL("../src/eckstein/words/", import.meta.url).pathname;
const needs: Plugin = {
  name: "needs",
  transformIndexHtml: (html) => html.replace("<noscript>", (tag) => tag + readdirSync(words).sort()
    .filter((language) => existsSync(`${words}${language}/page.json`))
    .map((language) => `<p lang="${language}">${(JSON.parse(readFileSync(`${words}${language}/page.json`, "utf8")) as { needs: string }).needs}</p>`).join("")),
};

/** Which words are loaded together: those of lessons, and those of pages that need a server. */
const ONLINE = /words\/(\w+)\/(people|company|tournaments|mail|moderation|push)\.json$/;
const together = (name: string, files: RegExp) => (id: string) => {
  const language = files.exec(id)?.[1];
  return language ? `${name}-of-${language}` : "tasks";
};

export default defineConfig({
  root: new URL("app", import.meta.url).pathname,
  plugins: [keyed, lessons, apart, errors, needs, svelte({ configFile: false, compilerOptions: {
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
    // The licences of bundled packages ask that their notices come with every copy.
    license: { fileName: "THIRD-PARTY-NOTICES.md" },
    // No part that is loaded later has parts of its own, so there is nothing to load ahead.
    modulePreload: false,
    // One file of styles: parts that are loaded later would look for theirs where the app does not lie.
    cssCodeSplit: false,
    rolldownOptions: {
      // Numbers and texts with a name stand where they are used.
      optimization: { inlineConst: { mode: "all" } },
      checks: { bundlerTimings: false },
      // What Svelte would tell its developers is of no use to anybody who plays.
      output: {
        minify: { compress: { dropConsole: true } },
        // Lessons in one part compress better than each alone; what they tell is a part for each language.
        // So does all that every page loads, whatever the pages that are loaded later share of it; but
        // main.ts waits for words, some of which lie in that part.
        codeSplitting: { groups: [
          { name: together("lessons", /words\/(\w+)\/lessons\//), debugName: "lessons", test: /lessons\/\w+\.json$/ },
          { name: together("words", ONLINE), debugName: "words", test: ONLINE },
          { name: "first", tags: ["$initial"], test: (id) => !/index\.html|src\/main\.ts/.test(id) },
          // What several of the pages that are loaded later share is loaded with the first of them.
          { name: "shared", minShareCount: 2, test: /app\/src\/(?!kept\/everything)/ },
          // What takes a server, and what one does alone: each compresses better together than page by page.
          { name: "online", test: /(pages\/(lobby|person|leaderboard|account|moderation|tournaments|games|play\/Chat)|people\/[A-Z])/ },
          // So do the dialogs that open on every page.
          { name: "frame", test: /frame\/(Games|Keys|Open|Settings|Warnings)/ },
          // And what comes with a game and at its end, or works with what is kept, whatever page is open.
          { name: "game", test: /(pages\/play\/(Coach|EndOfGame)|kept\/Due)/ },
          { name: "kept", test: /kept\/(judging|sharing|everything|union)/ },
          { name: "later", test: /pages\/(analysis|learn|puzzles|play\/Replies)/ },
        ] },
        chunkFileNames: ({ name }) => `assets/${name.replace(/-of-.*/, "")}-[hash].js`,
      },
    },
    target: "es2022",
  },
  server: {
    proxy: {
      "/api": server,
      "/socket": { target: server, ws: true },
    },
  },
});
