import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { useGrowingCount } from "./use-growing-count";

afterEach(() => {
  vi.useRealTimers();
});

test("the count grows step by step up to the total, also if the total grows later", () => {
  vi.useFakeTimers();
  const { result, rerender } = renderHook(({ total }) => useGrowingCount(total, { first: 20, step: 10 }), {
    initialProps: { total: 35 },
  });
  expect(result.current).toBe(20);
  act(() => vi.advanceTimersToNextTimer());
  expect(result.current).toBe(30);
  act(() => vi.advanceTimersToNextTimer());
  expect(result.current).toBe(35);
  expect(vi.getTimerCount()).toBe(0);
  rerender({ total: 60 });
  act(() => vi.advanceTimersToNextTimer());
  act(() => vi.advanceTimersToNextTimer());
  expect(result.current).toBe(60);
});

test("a short list is complete in the first rendering", () => {
  const { result } = renderHook(() => useGrowingCount(3, { first: 20, step: 10 }));
  expect(result.current).toBe(3);
});
