import { cleanup } from "@testing-library/react";
import { afterEach, vi } from "vitest";
import { toasts } from "../lib/toasts";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  toasts.clear();
  document.body.replaceChildren();
  sessionStorage.clear();
  localStorage.clear();
  history.replaceState(null, "", "/");
});
