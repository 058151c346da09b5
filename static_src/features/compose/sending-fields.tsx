import { useDates } from "../../lib/text/dates";
import { parseDay } from "../../lib/text/days";
import { formatCount } from "../../lib/text/numbers";
import { DateInput } from "../../ui/date-input";
import { Field, FieldGroup } from "../../ui/field";
import { Switch, TextInput } from "../../ui/inputs";
import { RadioCards } from "../../ui/radio-cards";
import { type Draft, type DraftErrors, today } from "./draft";
import { isForPrevious } from "./request-draft";
import { useWithAnswers } from "./use-preview";
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

const starts = [
  { value: "answers", label: "Last answers to confirm" },
  { value: "blank", label: "Blank" },
] as const;

/** Choice for suppliers who have answered the documents before: their last answers or blank; hidden if there are none. */
export function StartField({ draft, onChange }: Pick<Props, "draft" | "onChange">) {
  const withAnswers = useWithAnswers(draft);
  const { date } = useDates();
  const submitted = isForPrevious(draft) ? draft.previous?.submitted : null;
  if (withAnswers === 0 && !submitted) return null;
  const hint = submitted
    ? `The answers of ${date(submitted)}. None counts before it is confirmed.`
    : `${formatCount(withAnswers, "supplier has", "suppliers have")} answered before. No answer counts before it is confirmed.`;
  return (
    <FieldGroup label="Start from" hint={draft.carriesAnswers ? hint : undefined}>
      <RadioCards
        layout="chips"
        value={draft.carriesAnswers ? "answers" : "blank"}
        options={starts}
        onChange={(start) => onChange({ carriesAnswers: start === "answers" })}
      />
    </FieldGroup>
  );
}

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
      <details className="compose-options" open={draft.isSealed || draft.linksNeedCode}>
        <summary>More options</summary>
        <Switch
          label="Keep answers sealed until the deadline"
          hint="No one in your organisation can read the answers before. A deadline is required."
          checked={draft.isSealed}
          onChange={({ target }) => onChange({ isSealed: target.checked })}
        />
        <Switch
          label="Ask guests for a code"
          hint="A link alone isn't enough: we e-mail its recipient a code, once for each browser. Accounts sign in as usual."
          checked={draft.linksNeedCode}
          onChange={({ target }) => onChange({ linksNeedCode: target.checked })}
        />
      </details>
    </>
  );
}
