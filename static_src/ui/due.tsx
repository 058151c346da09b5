import { useDates } from "../lib/text/dates";
import { Badge } from "./badge";

type Props = {
  /** A day, or a moment with its time. */
  value: string | null | undefined;
  /** True if nothing is left to do: the date is then shown without its urgency. */
  isDone?: boolean;
  /** Show the word "due" before the date, for places without a heading. */
  withWord?: boolean;
  className?: string;
};

/** A due date: plain text when far off, an amber chip within three days, a red chip when late. */
export function Due({ value, isDone = false, withWord = false, className }: Props) {
  const dates = useDates();
  const due = dates.due(value);
  if (!value || !due) return null;
  if (isDone || due.urgency === "later") {
    return (
      <time dateTime={value} className={className} title={dates.dateTime(value)}>
        <span className={withWord ? undefined : "visually-hidden"}>due </span>
        {isDone ? dates.shortDate(value) : due.text}
      </time>
    );
  }
  return (
    <time dateTime={value} className={className} title={dates.dateTime(value)}>
      <Badge
        tone={due.urgency === "late" ? "bad" : "wait"}
        icon={due.urgency === "late" ? "warning" : "clock"}
      >
        {due.urgency === "soon" && <span className={withWord ? undefined : "visually-hidden"}>due </span>}
        {due.text}
      </Badge>
    </time>
  );
}
