// The workers of the app, in a Python package of their own: the server in the browser, and engines; and
// what pages load from beside them.
import { defineConfig } from "vite";

export default defineConfig({
  publicDir: false,
  build: {
    outDir: new URL("../src/eckstein_browser/web/worker", import.meta.url).pathname,
    emptyOutDir: true,
    target: "es2022",
    lib: {
      entry: {
        house: new URL("worker/house.ts", import.meta.url).pathname,
        engine: new URL("worker/engine.ts", import.meta.url).pathname,
        helper: new URL("worker/helper.ts", import.meta.url).pathname,
        film: new URL("worker/film.ts", import.meta.url).pathname,
      },
      formats: ["es"],
      fileName: (_, name) => `${name}.js`,
    },
    rolldownOptions: { output: { minify: true, chunkFileNames: "[name].js" } },
  },
});
