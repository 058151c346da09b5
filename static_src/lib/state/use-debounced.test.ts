import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useBurstDebounced } from "./use-burst-debounced";
import { useDebounced, useDebouncedCall } from "./use-debounced";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("a value settles 200 ms after its last change", () => {
  const { result, rerender } = renderHook(({ text }) => useDebounced(text), { initialProps: { text: "a" } });
  rerender({ text: "ab" });
  act(() => vi.advanceTimersByTime(150));
  rerender({ text: "abc" });
  act(() => vi.advanceTimersByTime(199));
  expect(result.current).toBe("a");
  act(() => vi.advanceTimersByTime(1));
  expect(result.current).toBe("abc");
});

test("a change after a pause settles at once, and of a burst of changes the last one", () => {
  const { result, rerender } = renderHook(({ text }) => useBurstDebounced(text, 80), {
    initialProps: { text: "" },
  });
  const type = (text: string, pause: number) => {
    act(() => vi.advanceTimersByTime(pause));
    rerender({ text });
    return result.current;
  };
  expect(type("a", 100)).toBe("a");
  expect(type("ab", 80)).toBe("ab");
  expect(type("abc", 79)).toBe("ab");
  expect(type("abcd", 79)).toBe("ab");
  act(() => vi.advanceTimersByTime(79));
  expect(result.current).toBe("ab");
  act(() => vi.advanceTimersByTime(1));
  expect(result.current).toBe("abcd");
});

test("the function runs once with the last arguments, and at once on flush and unmount", () => {
  const act_ = vi.fn();
  const { result, unmount } = renderHook(() => useDebouncedCall(act_, 1000));
  result.current(1);
  result.current(2);
  expect(result.current.pending()).toBe(true);
  vi.advanceTimersByTime(1000);
  expect(act_.mock.calls).toEqual([[2]]);
  result.current(3);
  result.current.cancel();
  vi.advanceTimersByTime(2000);
  result.current(4);
  result.current.flush();
  expect(act_.mock.calls).toEqual([[2], [4]]);
  result.current(5);
  unmount();
  expect(act_.mock.calls).toEqual([[2], [4], [5]]);
});
