// Tests of the board and of the app, in a document that is simulated.
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { keyed } from "./keyed.ts";

export default defineConfig({
  plugins: [keyed, svelte()],
  resolve: { conditions: ["browser"] },
  test: {
    environment: "happy-dom",
    testTimeout: 60_000,        // for machines that do other things as well
    hookTimeout: 60_000,
    setupFiles: ["app/tests/words.ts"],
    include: ["board/tests/**/*.test.ts", "app/tests/**/*.test.ts", "worker/tests/**/*.test.ts"],
  },
});
