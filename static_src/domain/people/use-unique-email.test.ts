import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { usingContext } from "../../testing/page";
import { answerCalls } from "../../testing/server";
import { useUniqueEmail } from "./use-unique-email";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("the check is sent 500 ms after the last key, for complete addresses other than the user's own", async () => {
  usingContext();
  const calls = answerCalls(() => ({ body: { available: false } }));
  const { result, rerender } = renderHook(({ email }) => useUniqueEmail(email, { own: "me@b.co" }), {
    initialProps: { email: "a@b.c" },
  });
  rerender({ email: "Me@b.co" });
  rerender({ email: "a@b.co" });
  expect(result.current).toEqual({ checking: true, taken: false });
  await act(() => vi.advanceTimersByTimeAsync(499));
  expect(calls).toHaveLength(0);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(calls.map(({ url }) => url.search)).toEqual(["?email=a%40b.co"]);
  expect(result.current).toEqual({ checking: false, taken: true });
});
