import { parseDay } from "../../lib/text/days";
import { DateInput } from "../../ui/date-input";
import { Field, FieldGroup } from "../../ui/field";
import { Switch, TextInput } from "../../ui/inputs";
import { RadioCards } from "../../ui/radio-cards";
import { type Draft, type DraftErrors, today } from "./draft";
import "./compose.scss";

type Props = {
  id: string;
  draft: Draft;
  errors: DraftErrors;
  onChange: (changes: Partial<Draft>) => void;
};

const times = [
  { value: "now", label: "Now" },
  { value: "later", label: "At a time" },
] as const;

/** When a request is sent, and whether its answers stay sealed. */
export function SendingFields({ id, draft, errors, onChange }: Props) {
  return (
    <>
      <FieldGroup label="When" error={draft.isScheduled ? undefined : errors.sendAt}>
        <RadioCards
          layout="chips"
          value={draft.isScheduled ? "later" : "now"}
          options={times}
          onChange={(time) => onChange({ isScheduled: time === "later" })}
        />
      </FieldGroup>
      {draft.isScheduled && (
        <div className="compose-time">
          <Field label="Send on" required id={id} error={errors.sendAt}>
            <DateInput
              value={parseDay(draft.sendDayText)}
              text={draft.sendDayText}
              min={today()}
              onChange={(_, sendDayText) => onChange({ sendDayText })}
            />
          </Field>
          <Field label="Time, in your time zone" required>
            <TextInput
              type="time"
              value={draft.sendTime}
              onChange={({ target }) => onChange({ sendTime: target.value })}
            />
          </Field>
        </div>
      )}
      <details className="compose-options" open={draft.isSealed}>
        <summary>More options</summary>
        <Switch
          label="Keep answers sealed until the deadline"
          hint="No one in your organisation can read the answers before. A deadline is required."
          checked={draft.isSealed}
          onChange={({ target }) => onChange({ isSealed: target.checked })}
        />
      </details>
    </>
  );
}
