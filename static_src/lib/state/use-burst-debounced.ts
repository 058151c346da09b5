import { useEffect, useRef, useState } from "react";

/**
 * Return the value, at once if it has not changed for `delay` ms before; of changes in quick succession only the last one,
 * after `delay` ms.
 */
export function useBurstDebounced<T>(value: T, delay: number): T {
  const [settled, setSettled] = useState(value);
  const lastChange = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const moment = performance.now();
    const isInBurst = moment - lastChange.current < delay;
    lastChange.current = moment;
    if (!isInBurst) return setSettled(value);
    const timer = setTimeout(() => setSettled(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return settled;
}
