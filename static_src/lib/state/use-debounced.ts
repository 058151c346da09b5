import { useEffect, useMemo, useRef, useState } from "react";

/** Return the value after it has not changed for `delay` ms (type-aheads and filters: 200). */
export function useDebounced<T>(value: T, delay = 200): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return settled;
}

export type DebouncedCall<A extends unknown[]> = {
  (...args: A): void;
  /** Run the pending call now. */
  flush: () => void;
  /** Drop the pending call. */
  cancel: () => void;
  /** Return true if a call is pending. */
  pending: () => boolean;
};

/** Return a function that runs `act` `delay` ms after its last call (autosave: 1000). Unmounting runs a pending call. */
export function useDebouncedCall<A extends unknown[]>(
  act: (...args: A) => void,
  delay: number,
): DebouncedCall<A> {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  const call = useMemo(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let pendingArgs: A | null = null;
    const flush = () => {
      clearTimeout(timer);
      const args = pendingArgs;
      pendingArgs = null;
      if (args) latest.current(...args);
    };
    const debounced = (...args: A) => {
      clearTimeout(timer);
      pendingArgs = args;
      timer = setTimeout(flush, delay);
    };
    const cancel = () => {
      clearTimeout(timer);
      pendingArgs = null;
    };
    return Object.assign(debounced, { flush, cancel, pending: () => pendingArgs !== null });
  }, [delay]);
  useEffect(() => call.flush, [call]);
  return call;
}
