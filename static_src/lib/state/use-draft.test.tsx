import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { pageWrapper, testContext } from "../../testing/page";
import { emit } from "../events";
import { useDraft } from "./use-draft";

type Entries = { city: string; line1: string };
type Shown = { entries: Entries; here?: boolean; beginning?: Entries };

const stored: Entries = { city: "Leeds", line1: "1 Mill Lane" };
const leave = () => act(() => emit("BEFORE_LEAVE", { to: "/login" }));

beforeEach(() => sessionStorage.clear());

function show(first: Shown, userId = 7) {
  const { user } = testContext();
  const takeUp = vi.fn();
  const hook = renderHook(
    ({ entries, ...options }: Shown) => useDraft("address.1", () => entries, takeUp, options),
    { initialProps: first, wrapper: pageWrapper({ user: user && { ...user, id: userId } }) },
  );
  return { ...hook, takeUp };
}

test("what was changed alone is kept, so that what somebody else saved meanwhile stands beside it", () => {
  const page = show({ entries: stored });
  page.rerender({ entries: { ...stored, city: "York" } });
  leave();
  page.unmount();
  const later = { city: "Hull", line1: "2 Mill Lane" };
  const { takeUp, result } = show({ entries: later });
  expect(takeUp).toHaveBeenCalledWith({ city: "York", line1: "2 Mill Lane" });
  expect(result.current.isRestored).toBe(true);
  act(() => result.current.startOver());
  expect(takeUp).toHaveBeenLastCalledWith(later);
  expect(result.current.isRestored).toBe(false);
});

test("nothing is kept of what was not changed, was saved since, or is not shown", () => {
  const page = show({ entries: stored });
  leave();
  page.rerender({ entries: { ...stored, city: "York" }, here: false });
  leave();
  page.rerender({ entries: { ...stored, city: "York" }, beginning: { ...stored, city: "York" } });
  leave();
  expect(sessionStorage).toHaveLength(0);
});

test("it is taken up when the dialog is shown, and by who wrote it alone", () => {
  const page = show({ entries: stored });
  page.rerender({ entries: { ...stored, city: "York" } });
  leave();
  page.unmount();
  const hidden = show({ entries: stored, here: false });
  expect(hidden.takeUp).not.toHaveBeenCalled();
  hidden.rerender({ entries: stored, here: true });
  expect(hidden.takeUp).toHaveBeenCalledTimes(1);
  hidden.rerender({ entries: { ...stored, city: "York" } });
  leave();
  hidden.unmount();
  expect(show({ entries: stored }, 8).takeUp).not.toHaveBeenCalled();
});
