import { useEffect, useState } from "react";
import { showLoadError } from "../toasts";
import { fetchModule } from "./fetch-module";

/** Milliseconds between attempts. The browser fires no event when the server, not the connection, returns. */
const retryDelay = 5_000;

/**
 * Import a module lazily when `isNeeded` is true. Returns the module, or null before it has loaded and on the server.
 * Unlike React.lazy this needs no Suspense, which the server cannot resolve. On failure it shows one toast and retries,
 * because there is no button to retry with.
 */
export function useLoaded<T extends object>(load: () => Promise<T>, isNeeded = true): T | null {
  const [loaded, setLoaded] = useState<T | null>(null);
  useEffect(() => {
    if (!isNeeded) return;
    let mounted = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const attempt = (onFailure?: () => void) => {
      fetchModule(load).then(
        (module) => mounted && setLoaded(module),
        () => {
          if (!mounted) return;
          onFailure?.();
          window.addEventListener("online", retry, { once: true });
          timer = setTimeout(retry, retryDelay);
        },
      );
    };
    const settle = () => {
      clearTimeout(timer);
      window.removeEventListener("online", retry);
    };
    const retry = () => {
      settle();
      attempt();
    };
    attempt(showLoadError);
    return () => {
      mounted = false;
      settle();
    };
  }, [load, isNeeded]);
  return loaded;
}
