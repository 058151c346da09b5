import { useEffect, useState } from "react";

/** True once the page has come to rest: what is fetched then costs its loading nothing. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    const rest = () => setIdle(true);
    if (!("requestIdleCallback" in window)) {
      const timer = setTimeout(rest, 300);
      return () => clearTimeout(timer);
    }
    const handle = window.requestIdleCallback(rest);
    return () => window.cancelIdleCallback(handle);
  }, []);
  return idle;
}
