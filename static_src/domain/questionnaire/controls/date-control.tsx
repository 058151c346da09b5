import { isoDate, parseDate, typedDate } from "../../../lib/text/date-text";
import { DateInput } from "../../../ui/date-input";
import { type ControlProps, textOf } from "./control-props";
import "../doc-view-controls.scss";

/** How far back the calendar goes where the field does not say; companies are old. What is typed may be older. */
const earliest = "1900-01-01";

/** A day, typed or picked. What is no day stays as typed; it takes its stored form when the field is left. */
export function DateControl({ field, value, onChange }: ControlProps) {
  return (
    <div className="doc-narrow">
      <DateInput
        value={dayOf(value)}
        text={shownDate(textOf(value))}
        min={dayOf(field.min) ?? earliest}
        max={dayOf(field.max) ?? undefined}
        onChange={(_, typed) => onChange(typed || null)}
      />
    </div>
  );
}

/** The day of an answer, stored or typed; null when it names none. */
export function dayOf(value: unknown): string | null {
  const day = parseDate(textOf(value));
  return day && isoDate(day);
}

/** A stored day as it is typed; anything else as it is. */
export function shownDate(text: string): string {
  const day = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) ? parseDate(text) : null;
  return day ? typedDate(day) : text;
}
