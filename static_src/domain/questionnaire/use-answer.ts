import { useCallback, useSyncExternalStore } from "react";
import type { AnswerState, AnswerStore, AnswerSummary } from "./answer-store";

/** Subscribe to the state of one field; the component renders again only when that field changes. */
export function useAnswer(store: AnswerStore, key: string): AnswerState {
  const subscribe = useCallback((listener: () => void) => store.subscribe(key, listener), [store, key]);
  const state = () => store.get(key);
  return useSyncExternalStore(subscribe, state, state);
}

/**
 * Subscribe to completion, validity and the number of unsaved answers of all forms, and to the progress of each form.
 */
export function useAnswerSummary(store: AnswerStore): AnswerSummary {
  return useSyncExternalStore(store.subscribeSummary, store.summary, store.summary);
}
