import { useCallback, useEffect, useRef, useState } from "react";
import { useDebounced } from "../lib/state/use-debounced";

/** Find options for a text, synchronously or with a request. */
export type Search<T> = (text: string, signal: AbortSignal) => readonly T[] | Promise<readonly T[]>;

type Result<T> = { text: string; items: readonly T[]; failed?: boolean };

/** The texts that select an option when typed in full. */
type Labelled = { label: string; aliases?: readonly string[] };

/** Return the option whose label or alias equals `text`, ignoring case. */
export function exactOption<T extends Labelled>(options: readonly T[], text: string): T | undefined {
  const search = text.trim().toLocaleLowerCase();
  return options.find(({ label, aliases = [] }) =>
    [label, ...aliases].some((word) => word.toLocaleLowerCase() === search),
  );
}

/**
 * Search for the option that a text names in full, for use while the suggestions still belong to an earlier text.
 * `onFound` is called with the option or undefined; not after `cancel`, and not if the search fails.
 */
export function useExactOption<T extends Labelled>(search: Search<T>) {
  const running = useRef<AbortController>(null);
  const cancel = useCallback(() => running.current?.abort(), []);
  useEffect(() => cancel, [cancel]);
  const find = (text: string, onFound: (option: T | undefined) => void) => {
    cancel();
    const abort = new AbortController();
    running.current = abort;
    Promise.resolve(search(text.trim(), abort.signal)).then(
      (options) => !abort.signal.aborted && onFound(exactOption(options, text)),
      () => {},
    );
  };
  return { find, cancel };
}

/** Return suggestions for a text, 200 ms after the last key (specification, section 9), only while `isOpen`. */
export function useSuggestions<T>(search: Search<T>, text: string, isOpen: boolean) {
  const settled = useDebounced(text);
  const [result, setResult] = useState<Result<T> | null>(null);
  useEffect(() => {
    if (!isOpen) return;
    const abort = new AbortController();
    Promise.resolve(search(settled.trim(), abort.signal)).then(
      (items) => !abort.signal.aborted && setResult({ text: settled, items }),
      () => !abort.signal.aborted && setResult({ text: settled, items: [], failed: true }),
    );
    return () => abort.abort();
  }, [search, settled, isOpen]);
  return {
    items: result?.items ?? [],
    /** True if the suggestions belong to the current text. */
    isCurrent: result?.text === text,
    searching: isOpen && (result === null || result.text !== text),
    /** True if the search failed: the list must not claim that there are no options. */
    failed: result?.failed ?? false,
  };
}
