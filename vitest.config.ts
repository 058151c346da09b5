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
    maxWorkers: "100%",
    restoreMocks: true,
    // A busy machine may need longer than the limits inside a test, or fail once.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    unstubGlobals: true,
  },
});
