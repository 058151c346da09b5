import { useDates } from "../lib/text/dates";

type Props = {
  value: string | null | undefined;
  /** Medium date, date and time, short date, time of day, or the age in words. */
  as?: "date" | "dateTime" | "shortDate" | "time" | "age";
  className?: string;
  /** What is shown where there is no value. */
  none?: string;
};

/** A point in time in the reader's own form. */
export function Time({ value, as = "date", className, none = "" }: Props) {
  const dates = useDates();
  if (!value) return none ? <span className={className}>{none}</span> : null;
  return (
    <time dateTime={value} className={className} title={as === "age" ? dates.dateTime(value) : undefined}>
      {dates[as](value)}
    </time>
  );
}
