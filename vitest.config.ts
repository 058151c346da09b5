import { defineConfig } from "vitest/config";

export default defineConfig({
  define: { __ICONS_URL__: JSON.stringify("/static/build/icons.svg") },
  test: {
    environment: "happy-dom",
    include: ["static_src/**/*.test.{ts,tsx}"],
    setupFiles: ["static_src/testing/setup.ts"],
    restoreMocks: true,
    unstubGlobals: true,
  },
});
