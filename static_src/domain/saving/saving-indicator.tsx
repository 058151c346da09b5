import { useSyncExternalStore } from "react";
import { SavingNote } from "../../ui/saving-note";
import type { AnswerSaving } from "./answer-saving";
import type { SavingState } from "./saving-contract";

/** The part of `AnswerSaving` that shows its state. */
type Observable = Pick<AnswerSaving, "subscribe" | "snapshot">;

export function useSaving(saving: Observable): SavingState {
  return useSyncExternalStore(saving.subscribe, saving.snapshot, saving.snapshot);
}

/** Text with the saving state. */
export function SavingIndicator({ saving }: { saving: Observable }) {
  const { text, savedAt } = useSaving(saving);
  return <SavingNote text={text} savedAt={savedAt} showTime />;
}
