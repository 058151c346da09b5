import { useDates } from "../lib/text/dates";

type Props = {
  value: string | null | undefined;
  /** The format: medium date, date and time, short date, time of day, or the age in words. */
  as?: "date" | "dateTime" | "shortDate" | "time" | "age";
  className?: string;
  /** The text shown without a value. */
  none?: string;
};

/** A moment in the format of the user's locale. */
export function Time({ value, as = "date", className, none = "" }: Props) {
  const dates = useDates();
  if (!value) return none ? <span className={className}>{none}</span> : null;
  return (
    <time dateTime={value} className={className} title={as === "age" ? dates.dateTime(value) : undefined}>
      {dates[as](value)}
    </time>
  );
}
