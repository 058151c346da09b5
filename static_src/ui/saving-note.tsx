import type { SavingText } from "../lib/state/save-schedule";
import { useDates } from "../lib/text/dates";
import { Icon } from "./icon";
import type { IconName } from "./icons";
import "./saving-note.scss";

const icons: Readonly<Record<SavingText, IconName>> = {
  Changed: "edit",
  "Saving...": "refresh",
  "All changes saved": "saved",
  "Offline: kept on this device": "offline",
  "Server fault": "warning",
  Kept: "offline",
};

type Props = { text: SavingText; savedAt: number | null; showTime?: boolean };

/** The state of saving. Screen readers announce changes. */
export function SavingNote({ text, savedAt, showTime = false }: Props) {
  const dates = useDates();
  const time = savedAt ? dates.time(new Date(savedAt).toISOString()) : "";
  return (
    <span className="saving-state" data-state={text} title={time ? `Last saved at ${time}` : undefined}>
      <Icon name={icons[text]} />
      <span role="status">
        {text === "Server fault" ? (
          <>
            <span>Changed</span> (server fault: kept here, tried again)
          </>
        ) : text === "Kept" ? (
          <>
            <span>Changed</span> (kept on this device)
          </>
        ) : (
          text
        )}
      </span>
      {showTime && time && text === "All changes saved" && <span className="saving-time num">{time}</span>}
    </span>
  );
}
