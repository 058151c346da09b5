import { useEffect, useState } from "react";
import { request } from "../../../api/client";
import { useBurstDebounced } from "../../../lib/state/use-burst-debounced";
import type { SearchResult } from "./items";

/** Milliseconds between keys that are searched one by one. Of faster ones only the last is searched, this long after it. */
const delay = 80;
const none: SearchResult = { groups: [], skipped: [] };

export type SearchState = {
  /** The response for the current text; null while it is awaited, and after a failure. */
  result: SearchResult | null;
  /** The response for an earlier text, to be shown as such until the current one is there. */
  earlier: SearchResult | null;
  failure: "offline" | "failed" | null;
  retry: () => void;
};

/** Return true if the text is long enough for a search: 2 characters, or a digit. */
export const isSearchable = (text: string): boolean => text.length > 1 || /^\d$/.test(text);

type Answer = { text: string; result: SearchResult | null; failure: SearchState["failure"] };

/** Search for a trimmed text, and without one for the records of `recent`. Earlier responses are never returned. */
export function useSearch(text: string, recent: readonly string[]): SearchState {
  const settled = useBurstDebounced(text, delay);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [attempt, setAttempt] = useState(0);
  const isAsked = settled ? isSearchable(settled) : recent.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` repeats the request
  useEffect(() => {
    if (!isAsked) return;
    const abort = new AbortController();
    const query = { q: settled.slice(0, 200), recent: [...recent] };
    request("GET", "/api/search", { query, signal: abort.signal, toast: false }).then(
      (result) => !abort.signal.aborted && setAnswer({ text: settled, result, failure: null }),
      () => {
        const failure = navigator.onLine ? "failed" : "offline";
        if (!abort.signal.aborted) setAnswer({ text: settled, result: null, failure });
      },
    );
    return () => abort.abort();
  }, [settled, isAsked, recent, attempt]);
  const failure = answer?.text === text ? answer.failure : null;
  useEffect(() => {
    if (!failure) return;
    const again = () => setAttempt((count) => count + 1);
    // The connection may be back before the listener is there: its event would be missed.
    if (failure === "offline" && navigator.onLine) again();
    window.addEventListener("online", again);
    return () => window.removeEventListener("online", again);
  }, [failure]);

  const retry = () => {
    setAnswer(null);
    setAttempt((count) => count + 1);
  };
  if (text ? !isSearchable(text) : recent.length === 0) {
    return { result: none, earlier: null, failure: null, retry };
  }
  const result = answer?.text === text ? answer.result : null;
  return { result, earlier: result || failure ? null : (answer?.result ?? null), failure, retry };
}
