import { useSyncExternalStore } from "react";
import { SavingNote } from "../../../ui/saving-note";
import type { AnswerSaving } from "./answer-saving";
import type { SavingState } from "./saving-contract";

export function useSaving(saving: AnswerSaving): SavingState {
  return useSyncExternalStore(saving.subscribe, saving.snapshot, saving.snapshot);
}

/** Text with the saving state. */
export function SavingIndicator({ saving }: { saving: AnswerSaving }) {
  const { text, savedAt } = useSaving(saving);
  return <SavingNote text={text} savedAt={savedAt} showTime />;
}
