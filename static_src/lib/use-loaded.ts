import { useEffect, useState } from "react";
import { tellNotLoaded } from "./toasts";

/**
 * What a lazily imported module gives, once it is there and `wanted`; null before, and on the server. Unlike
 * React.lazy it needs no Suspense, which a server could not resolve. Where the line is down it is asked for again later.
 */
export function useLoaded<T extends object>(load: () => Promise<T>, wanted = true): T | null {
  const [loaded, setLoaded] = useState<T | null>(null);
  useEffect(() => {
    if (!wanted) return;
    let mounted = true;
    const ask = () => {
      load().then(
        (module) => mounted && setLoaded(module),
        () => {
          if (!mounted) return;
          tellNotLoaded();
          window.addEventListener("online", ask, { once: true });
        },
      );
    };
    ask();
    return () => {
      mounted = false;
      window.removeEventListener("online", ask);
    };
  }, [load, wanted]);
  return loaded;
}
