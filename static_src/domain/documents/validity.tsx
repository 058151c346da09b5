import { useDates } from "../../lib/text/dates";
import { Badge } from "../../ui/badge";
import { Time } from "../../ui/time";

/** Days before the end of a document from which its date is marked. */
const soonDays = 60;

/** The end of a document: the date, marked if the document ends soon or has ended. */
export function ValidUntil({ value }: { value: string | null }) {
  const { daysLeft, date } = useDates();
  if (!value) return <span>No end</span>;
  const days = daysLeft(value) ?? 0;
  if (days > soonDays) return <Time value={value} />;
  return (
    <Badge tone={days < 0 ? "bad" : "wait"} icon={days < 0 ? "expired" : "clock"}>
      {days < 0 ? "Ended" : "Ends"} {date(value)}
    </Badge>
  );
}

/** Return the end of a document for a sentence: "valid to 12 Mar 2027". */
export function endText(validUntil: string | null, date: (day: string) => string): string {
  return validUntil ? `valid to ${date(validUntil)}` : "no end";
}
