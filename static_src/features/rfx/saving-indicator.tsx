import { useSyncExternalStore } from "react";
import { useDates } from "../../lib/dates";
import { Icon } from "../../ui/icon";
import type { IconName } from "../../ui/icons";
import type { AnswerSaving } from "./answer-saving";
import type { SavingState, SavingText } from "./saving-contract";

const icons: Readonly<Record<SavingText, IconName>> = {
  Changed: "edit",
  "Saving...": "refresh",
  "All changes saved": "saved",
  "Offline: kept on this device": "offline",
};

export function useSaving(saving: AnswerSaving): SavingState {
  return useSyncExternalStore(saving.subscribe, saving.snapshot, saving.snapshot);
}

/** How far the answers have come; read out when it changes. */
export function SavingIndicator({ saving }: { saving: AnswerSaving }) {
  const { text, savedAt } = useSaving(saving);
  const dates = useDates();
  const time = savedAt ? dates.time(new Date(savedAt).toISOString()) : "";
  return (
    <span className="saving-state" data-state={text} title={time ? `Last saved at ${time}` : undefined}>
      <Icon name={icons[text]} />
      <span role="status">{text}</span>
      {time && text === "All changes saved" && <span className="saving-time num">{time}</span>}
    </span>
  );
}
