import { beforeEach, expect, test, vi } from "vitest";

beforeEach(() => vi.resetModules());

async function page() {
  const { toasts, useToasts } = await import("./toasts");
  const { renderHook } = await import("@testing-library/react");
  return { toasts, shown: () => renderHook(() => useToasts()).result.current.map(({ text }) => text) };
}

/** Open another page in the same tab. */
function leave() {
  dispatchEvent(new Event("pagehide"));
  vi.resetModules();
}

test("a toast shown just before leaving appears once on the next page", async () => {
  (await page()).toasts.success("Invitation sent ok");
  leave();
  expect((await page()).shown()).toEqual(["Invitation sent ok"]);
  vi.resetModules();
  expect((await page()).shown()).toEqual([]);
});

test("a link in a toast is there on the next page", async () => {
  const link = { label: "Lund Medico", href: "/organisations/46" };
  (await page()).toasts.success("Invitation sent ok", link);
  const stored = sessionStorage.getItem("assay.toasts") ?? "";
  expect(JSON.parse(stored)).toMatchObject([{ text: "Invitation sent ok", action: link }]);
});

test("the same message with another link is shown, too", async () => {
  const { toasts, shown } = await page();
  toasts.success("Invitation sent ok", { label: "Lund Medico", href: "/organisations/46" });
  toasts.success("Invitation sent ok", { label: "Holt Plastics", href: "/organisations/47" });
  expect(shown()).toEqual(["Invitation sent ok", "Invitation sent ok"]);
});

test("an older toast does not appear on the next page", async () => {
  vi.useFakeTimers({ now: 1_000_000 });
  (await page()).toasts.success("Custom fields updated ok");
  vi.setSystemTime(1_002_000);
  leave();
  expect((await page()).shown()).toEqual([]);
  vi.useRealTimers();
});

test("an error ends with its page, even if the page is shown again", async () => {
  const first = await page();
  first.toasts.error("Only .png, .jpeg or .jpg files are allowed");
  dispatchEvent(new Event("pagehide"));
  expect(first.shown()).toEqual([]);
  vi.resetModules();
  expect((await page()).shown()).toEqual([]);
});

test("a progress toast is shown for at least a second and disappears when the action is done", async () => {
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
