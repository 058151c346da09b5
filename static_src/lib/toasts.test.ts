import { beforeEach, expect, test, vi } from "vitest";

beforeEach(() => vi.resetModules());

async function page() {
  const { toasts, useToasts } = await import("./toasts");
  const { renderHook } = await import("@testing-library/react");
  return { toasts, shown: () => renderHook(() => useToasts()).result.current.map(({ text }) => text) };
}

test("a toast raised just before leaving is read on the next page, once", async () => {
  vi.useFakeTimers({ now: 1_000_000 });
  (await page()).toasts.success("Invitation sent ok");
  vi.resetModules();
  vi.setSystemTime(1_001_000);
  const next = await page();
  expect(next.shown()).toEqual(["Invitation sent ok"]);
  vi.resetModules();
  vi.setSystemTime(1_010_000);
  expect((await page()).shown()).toEqual([]);
  vi.useRealTimers();
});

test("the same message is not repeated, and at most five are kept", async () => {
  const { toasts, shown } = await page();
  for (const text of ["a", "b", "c", "d", "e", "f", "f"]) toasts.error(text);
  expect(shown()).toEqual(["b", "c", "d", "e", "f"]);
});
