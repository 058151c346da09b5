import { useEffect, useState } from "react";

/**
 * What a lazily imported module gives, once it is there and `wanted`; null before, and on the server. Unlike
 * React.lazy it needs no Suspense, which a page rendered on the server could not resolve.
 */
export function useLoaded<T extends object>(load: () => Promise<T>, wanted = true): T | null {
  const [loaded, setLoaded] = useState<T | null>(null);
  useEffect(() => {
    if (!wanted) return;
    let mounted = true;
    load().then((module) => mounted && setLoaded(module));
    return () => {
      mounted = false;
    };
  }, [load, wanted]);
  return loaded;
}
