import { useEffect, useState } from "react";
import { tellNotLoaded } from "../toasts";
import { fetchModule } from "./fetch-module";

/** Milliseconds between attempts. The browser fires no event when the server, not the connection, returns. */
const askAgainAfter = 5_000;

/**
 * Import a module lazily when `wanted` is true. Returns the module, or null before it has loaded and on the server.
 * Unlike React.lazy this needs no Suspense, which the server cannot resolve. On failure it shows one toast and retries,
 * because there is no button to retry with.
 */
export function useLoaded<T extends object>(load: () => Promise<T>, wanted = true): T | null {
  const [loaded, setLoaded] = useState<T | null>(null);
  useEffect(() => {
    if (!wanted) return;
    let mounted = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = (onFailure?: () => void) => {
      fetchModule(load).then(
        (module) => mounted && setLoaded(module),
        () => {
          if (!mounted) return;
          onFailure?.();
          window.addEventListener("online", askAgain, { once: true });
          timer = setTimeout(askAgain, askAgainAfter);
        },
      );
    };
    const settle = () => {
      clearTimeout(timer);
      window.removeEventListener("online", askAgain);
    };
    const askAgain = () => {
      settle();
      ask();
    };
    ask(tellNotLoaded);
    return () => {
      mounted = false;
      settle();
    };
  }, [load, wanted]);
  return loaded;
}
