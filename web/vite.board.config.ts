// The board as one ES module that needs nothing else, and its German words as another, beside the
// app in the Python package.
import { defineConfig } from "vite";

export default defineConfig({
  publicDir: false,
  build: {
    outDir: new URL("../src/eckstein/web", import.meta.url).pathname,
    emptyOutDir: false,
    target: "es2022",
    lib: {
      entry: { board: "board/index.ts", "board-german": "board/german.ts" },
      formats: ["es"],
      fileName: (_, name) => `${name}.js`,
    },
    // A library is left with its white space otherwise.
    rolldownOptions: { output: { minify: true } },
  },
});
