import { useEffect, useState } from "react";
import { useDebounced } from "../lib/use-debounced";

/** Finds what fits a text: at once, or by asking the server. */
export type Search<T> = (text: string, signal: AbortSignal) => readonly T[] | Promise<readonly T[]>;

type Found<T> = { text: string; items: readonly T[]; failed?: boolean };

/** Suggestions for what is typed, 200 ms after the last key (specification, section 9), only while wanted. */
export function useSuggestions<T>(search: Search<T>, text: string, wanted: boolean) {
  const settled = useDebounced(text);
  const [found, setFound] = useState<Found<T> | null>(null);
  useEffect(() => {
    if (!wanted) return;
    const abort = new AbortController();
    Promise.resolve(search(settled.trim(), abort.signal)).then(
      (items) => !abort.signal.aborted && setFound({ text: settled, items }),
      () => !abort.signal.aborted && setFound({ text: settled, items: [], failed: true }),
    );
    return () => abort.abort();
  }, [search, settled, wanted]);
  return {
    items: found?.items ?? [],
    searching: wanted && (found === null || found.text !== text),
    /** The server could not be asked: that nothing is there must not be said. */
    failed: found?.failed ?? false,
  };
}
