// The board for pages of others, beside the app in the Python package: `board.js`, which loads
// `board-interaction.js` a moment later; its words, a module for each language but English; all in one for where nothing can be loaded; and
// `game.js`, the board with somebody who plays on it.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import type { InlineConfig, Plugin } from "vite";
import { build, defineConfig } from "vite";
import { keyed } from "./keyed.ts";

const outDir = new URL("../src/eckstein/web", import.meta.url).pathname;

function module(entry: Record<string, string>, output: object): InlineConfig {
  return {
    publicDir: false,
    json: { namedExports: false },
    build: {
      outDir,
      emptyOutDir: false,
      target: "es2022",
      lib: { entry, formats: ["es"], fileName: (_, name) => `${name}.js` },
      rolldownOptions: {
        // What both modules need lies in board.js, which exports it under short names.
        preserveEntrySignatures: "allow-extension",
        // A library is left with its white space otherwise.
        output: { minify: true, chunkFileNames: "board-[name].js", ...output },
      },
    },
  };
}

// Each catalogue as a module of its own, with what the rules say: `import words from "./board-de.js"`.
const catalogues = new URL("../src/eckstein/words/", import.meta.url).pathname;
const words = Object.fromEntries(readdirSync(catalogues)
  .map((language) => [language, `${catalogues}${language}/board.json`] as const)
  .filter(([language, path]) => language !== "en" && existsSync(path))
  .map(([language, path]) => [`board-${language}`, path] as const));

/** To the board's own words in another language come those for how a game stands. */
const joined: Plugin = {
  name: "joined",
  enforce: "pre",
  load(id) {
    if (!Object.values<string>(words).includes(id)) return null;
    const standing = id.replace("board.json", "standing.json");
    const known = [id, standing].filter(existsSync).map((path) => JSON.parse(readFileSync(path, "utf-8")) as object);
    return JSON.stringify(Object.assign({ language: id.split("/").at(-2) }, ...known));
  },
};

/** What the app loads a moment later comes with `board-interaction.js` here. */
const together: Plugin = {
  name: "together",
  enforce: "pre",
  transform: (code, id) => !/board\/interaction\.ts$/.test(id) ? null
    : `import * as changes from "./marks/changes";\n${code.replace('import("./marks/changes")', "Promise.resolve(changes)")}`,
};

const wholes: Plugin = {
  name: "wholes",
  async closeBundle() {
    for (const [name, entry] of [["board-whole", "board/index.ts"], ["game", "game/index.ts"]] as const)
      await build({ plugins: [keyed], ...module({ [name]: entry }, { codeSplitting: false }), configFile: false,
        logLevel: "warn" });
  },
};

export default defineConfig({
  ...module({ board: "board/index.ts", ...words }, {}),
  plugins: [joined, together, wholes],
});
