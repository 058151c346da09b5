import { useEffect, useState } from "react";

type Options = {
  /** The number of rows in the first rendering. */
  first: number;
  /** The number of rows that each further rendering adds. */
  step: number;
};

/**
 * Return how many of `total` rows to render: the first ones at once, more after each paint until all are rendered. So a
 * long list opens quickly, no rendering blocks scrolling for longer than a frame, and the search of the browser finds
 * every row shortly after.
 */
export function useGrowingCount(total: number, { first, step }: Options): number {
  const [count, setCount] = useState(first);
  useEffect(() => {
    if (count >= total) return;
    const timer = setTimeout(() => setCount(count + step));
    return () => clearTimeout(timer);
  }, [count, total, step]);
  return Math.min(count, total);
}
