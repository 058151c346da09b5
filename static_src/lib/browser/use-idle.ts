import { useEffect, useState } from "react";

/** Return true once the browser is idle, so that requests do not slow down the loading of the page. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    const onIdle = () => setIdle(true);
    if (!("requestIdleCallback" in window)) {
      const timer = setTimeout(onIdle, 300);
      return () => clearTimeout(timer);
    }
    const handle = window.requestIdleCallback(onIdle);
    return () => window.cancelIdleCallback(handle);
  }, []);
  return idle;
}
