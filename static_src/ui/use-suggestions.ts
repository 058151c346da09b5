import { useCallback, useEffect, useRef, useState } from "react";
import { useDebounced } from "../lib/state/use-debounced";

/** Finds what fits a text: at once, or by asking the server. */
export type Search<T> = (text: string, signal: AbortSignal) => readonly T[] | Promise<readonly T[]>;

type Found<T> = { text: string; items: readonly T[]; failed?: boolean };

/** Suggestions for what is typed, 200 ms after the last key (specification, section 9), only while wanted. */
/** The words that mean an option when they are typed in full. */
type Named = { label: string; aliases?: readonly string[] };

/** The option that `text` names in full, whatever its capitals. */
export function exactOption<T extends Named>(options: readonly T[], text: string): T | undefined {
  const wanted = text.trim().toLocaleLowerCase();
  return options.find(({ label, aliases = [] }) =>
    [label, ...aliases].some((word) => word.toLocaleLowerCase() === wanted),
  );
}

/**
 * Finds the option that a text names in full, searching for it where the suggestions are still those of an earlier
 * text. `found` gets it, or undefined; it is not called after `cancel`, nor when the search fails.
 */
export function useExactOption<T extends Named>(search: Search<T>) {
  const running = useRef<AbortController>(null);
  const cancel = useCallback(() => running.current?.abort(), []);
  useEffect(() => cancel, [cancel]);
  const find = (text: string, found: (option: T | undefined) => void) => {
    cancel();
    const abort = new AbortController();
    running.current = abort;
    Promise.resolve(search(text.trim(), abort.signal)).then(
      (options) => !abort.signal.aborted && found(exactOption(options, text)),
      () => {},
    );
  };
  return { find, cancel };
}

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
    /** The suggestions are those of the text as it is now. */
    isCurrent: found?.text === text,
    searching: wanted && (found === null || found.text !== text),
    /** The server could not be asked: that nothing is there must not be said. */
    failed: found?.failed ?? false,
  };
}
