import { useSyncExternalStore } from "react";
import { useDates } from "../../lib/dates";
import { Icon } from "../../ui/icon";
import type { IconName } from "../../ui/icons";
import type { FormSaving, SavingState, SavingText } from "./editor-saving";

const icons: Readonly<Record<SavingText, IconName>> = {
  Changed: "edit",
  "Saving...": "refresh",
  "All changes saved": "saved",
  "Offline: kept on this device": "offline",
};

export function useFormSaving(saving: FormSaving): SavingState {
  return useSyncExternalStore(saving.subscribe, saving.snapshot, saving.snapshot);
}

/** How far saving has come; read out when it changes. */
export function SavingNote({ text, savedAt }: { text: SavingText; savedAt: number | null }) {
  const dates = useDates();
  const time = savedAt ? dates.time(new Date(savedAt).toISOString()) : "";
  return (
    <span className="saving-state" data-state={text} title={time ? `Last saved at ${time}` : undefined}>
      <Icon name={icons[text]} />
      <span role="status">{text}</span>
    </span>
  );
}
