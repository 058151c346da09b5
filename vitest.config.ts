import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

// A zone whose clocks change, so that tests meet days of 23 and 25 hours.
process.env.TZ = "Europe/London";

export default defineConfig({
  define: { __ICONS_URL__: JSON.stringify("/static/build/icons.svg") },
  test: {
    environment: "happy-dom",
    include: ["static_src/**/*.test.{ts,tsx}"],
    setupFiles: ["static_src/testing/setup.ts"],
    // One environment for all files: a fifth of the time. What a test leaves behind is cleared in the set-up.
    isolate: false,
    pool: "threads",
    // Tests wait for timers a quarter of their time.
    maxWorkers: 2 * availableParallelism(),
    restoreMocks: true,
    // As patient as what waits inside a test: a busy machine may take its time.
    testTimeout: 20_000,
    hookTimeout: 60_000,
    unstubGlobals: true,
  },
});
