import { useEffect, useState } from "react";
import { tellNotLoaded } from "../toasts";
import { fetchModule } from "./fetch-module";

/** The line may be up while the server is away: nothing tells when it is back. */
const askAgainAfter = 5_000;

/**
 * What a lazily imported module gives, once it is there and `wanted`; null before, and on the server. Unlike
 * React.lazy it needs no Suspense, which a server could not resolve. What cannot be fetched is told once and asked for
 * again, for nobody can press what is not there.
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
