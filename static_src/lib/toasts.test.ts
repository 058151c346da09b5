import { beforeEach, expect, test, vi } from "vitest";

beforeEach(() => vi.resetModules());

async function page() {
  const { toasts, useToasts } = await import("./toasts");
  const { renderHook } = await import("@testing-library/react");
  return { toasts, shown: () => renderHook(() => useToasts()).result.current.map(({ text }) => text) };
}

/** Leave the page for another one of the same tab. */
function leave() {
  dispatchEvent(new Event("pagehide"));
  vi.resetModules();
}

test("a toast raised just before leaving is shown on the next page, once", async () => {
  (await page()).toasts.success("Invitation sent ok");
  leave();
  expect((await page()).shown()).toEqual(["Invitation sent ok"]);
  vi.resetModules();
  expect((await page()).shown()).toEqual([]);
});

test("a toast that was on the page for a while is not shown on the next one", async () => {
  vi.useFakeTimers({ now: 1_000_000 });
  (await page()).toasts.success("Custom fields updated ok");
  vi.setSystemTime(1_002_000);
  leave();
  expect((await page()).shown()).toEqual([]);
  vi.useRealTimers();
});

test("an error ends with its page, also where that page is shown again", async () => {
  const first = await page();
  first.toasts.error("Only .png, .jpeg or .jpg files are allowed");
  dispatchEvent(new Event("pagehide"));
  expect(first.shown()).toEqual([]);
  vi.resetModules();
  expect((await page()).shown()).toEqual([]);
});

test("what is being done is said for a second, and no longer once it is done", async () => {
  vi.useFakeTimers({ now: 1_000_000 });
  const { toasts, shown } = await page();
  const doing = toasts.info("Updating Rfx...");
  vi.advanceTimersByTime(400);
  toasts.dismissRead(doing);
  toasts.success("Rfx restored ok");
  expect(shown()).toEqual(["Updating Rfx...", "Rfx restored ok"]);
  vi.advanceTimersByTime(600);
  expect(shown()).toEqual(["Rfx restored ok"]);
  vi.useRealTimers();
});

test("the same message is not repeated, and at most five are kept", async () => {
  const { toasts, shown } = await page();
  for (const text of ["a", "b", "c", "d", "e", "f", "f"]) toasts.error(text);
  expect(shown()).toEqual(["b", "c", "d", "e", "f"]);
});
