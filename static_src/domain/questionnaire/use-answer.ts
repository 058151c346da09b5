import { useCallback, useSyncExternalStore } from "react";
import type { AnswerState, AnswerStore, AnswerSummary } from "./answer-store";

/** The state of one field; the component renders again when that field changes, and for no other. */
export function useAnswer(store: AnswerStore, key: string): AnswerState {
  const subscribe = useCallback((listener: () => void) => store.subscribe(key, listener), [store, key]);
  const state = () => store.get(key);
  return useSyncExternalStore(subscribe, state, state);
}

/** Completion, validity and unsaved typing of the whole form and of each of its parts. */
export function useAnswerSummary(store: AnswerStore): AnswerSummary {
  return useSyncExternalStore(store.subscribeSummary, store.summary, store.summary);
}
