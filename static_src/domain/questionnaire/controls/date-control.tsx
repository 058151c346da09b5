import { isoDate, parseDate, typedDate } from "../../../lib/text/date-text";
import { DateInput } from "../../../ui/date-input";
import { type ControlProps, textOf } from "./control-props";
import "../doc-view-controls.scss";

/** First day of the calendar if the field has no minimum; companies can be old. A typed date may be earlier. */
const firstDay = "1900-01-01";

/** Typed or picked date. Text that is not a date stays as typed; a date gets its stored form on blur. */
export function DateControl({ field, value, onChange }: ControlProps) {
  return (
    <div className="doc-narrow">
      <DateInput
        value={dayOf(value)}
        text={toTypedDate(textOf(value))}
        min={dayOf(field.min) ?? firstDay}
        max={dayOf(field.max) ?? undefined}
        onChange={(_, text) => onChange(text || null)}
      />
    </div>
  );
}

/** Return the ISO date of a stored or typed answer; null if it is not a date. */
export function dayOf(value: unknown): string | null {
  const day = parseDate(textOf(value));
  return day && isoDate(day);
}

/** Format a stored date in the way users type it; other text is returned unchanged. */
export function toTypedDate(text: string): string {
  const day = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) ? parseDate(text) : null;
  return day ? typedDate(day) : text;
}
