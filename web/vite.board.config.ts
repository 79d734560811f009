// The board for pages of others, beside the app in the Python package: `board.js`, which loads
// `board-interaction.js` a moment later; German words; all in one for where nothing can be loaded; and
// `game.js`, the board with somebody who plays on it.
import type { InlineConfig, Plugin } from "vite";
import { build, defineConfig } from "vite";

const outDir = new URL("../src/eckstein/web", import.meta.url).pathname;

function module(entry: Record<string, string>, output: object): InlineConfig {
  return {
    publicDir: false,
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

const wholes: Plugin = {
  name: "wholes",
  async closeBundle() {
    for (const [name, entry] of [["board-whole", "board/index.ts"], ["game", "game/index.ts"]] as const)
      await build({ ...module({ [name]: entry }, { codeSplitting: false }), configFile: false,
        logLevel: "warn" });
  },
};

export default defineConfig({
  ...module({ board: "board/index.ts", "board-german": "board/german.ts" }, {}),
  plugins: [wholes],
});
