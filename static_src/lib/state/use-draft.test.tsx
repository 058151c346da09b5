import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { pageWrapper, testContext } from "../../testing/page";
import { emit } from "../events";
import { useDraft } from "./use-draft";

type Entries = { city: string; line1: string };
type Shown = { entries: Entries; here?: boolean; beginning?: Entries; survivesLeaving?: boolean };

const stored: Entries = { city: "Leeds", line1: "1 Mill Lane" };
const leave = () => act(() => emit("BEFORE_LEAVE", { to: "/login" }));

beforeEach(() => sessionStorage.clear());

function show(first: Shown, userId = 7) {
  const { user } = testContext();
  const restore = vi.fn();
  const hook = renderHook(
    ({ entries, ...options }: Shown) => useDraft("address.1", () => entries, restore, options),
    { initialProps: first, wrapper: pageWrapper({ user: user && { ...user, id: userId } }) },
  );
  return { ...hook, restore };
}

test("only changed values are restored, next to what another user has saved since", () => {
  const page = show({ entries: stored });
  page.rerender({ entries: { ...stored, city: "York" } });
  leave();
  page.unmount();
  const later = { city: "Hull", line1: "2 Mill Lane" };
  const { restore, result } = show({ entries: later });
  expect(restore).toHaveBeenCalledWith({ city: "York", line1: "2 Mill Lane" });
  expect(result.current.isRestored).toBe(true);
  act(() => result.current.startOver());
  expect(restore).toHaveBeenLastCalledWith(later);
  expect(result.current.isRestored).toBe(false);
});

test("unchanged, saved and hidden values are not kept as a draft", () => {
  const page = show({ entries: stored });
  leave();
  page.rerender({ entries: { ...stored, city: "York" }, here: false });
  leave();
  page.rerender({ entries: { ...stored, city: "York" }, beginning: { ...stored, city: "York" } });
  leave();
  expect(sessionStorage).toHaveLength(0);
});

test("a form of a page stores its changes when it disappears, and nothing after a save", () => {
  const changed = { ...stored, city: "York" };
  const page = show({ entries: stored, survivesLeaving: true });
  page.rerender({ entries: changed, survivesLeaving: true });
  page.unmount();
  const again = show({ entries: stored, survivesLeaving: true });
  expect(again.restore).toHaveBeenCalledWith(changed);
  again.rerender({ entries: changed, survivesLeaving: true });
  act(() => window.dispatchEvent(new Event("pagehide")));
  again.rerender({ entries: changed, beginning: changed, survivesLeaving: true });
  again.unmount();
  expect(show({ entries: changed }).restore).not.toHaveBeenCalled();
});

test("a draft is restored when the dialog opens, only for its author", () => {
  const page = show({ entries: stored });
  page.rerender({ entries: { ...stored, city: "York" } });
  leave();
  page.unmount();
  const hidden = show({ entries: stored, here: false });
  expect(hidden.restore).not.toHaveBeenCalled();
  hidden.rerender({ entries: stored, here: true });
  expect(hidden.restore).toHaveBeenCalledTimes(1);
  hidden.rerender({ entries: { ...stored, city: "York" } });
  leave();
  hidden.unmount();
  expect(show({ entries: stored }, 8).restore).not.toHaveBeenCalled();
});
