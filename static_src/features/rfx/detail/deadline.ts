/**
 * Return the calendar days from `now` to a deadline, in UTC (as the server renders dates) or in the time zone of this
 * machine.
 */
export function daysLeft(deadline: string, now: Date, utc: boolean): number {
  return dayNumber(new Date(deadline), utc) - dayNumber(now, utc);
}

function dayNumber(date: Date, utc: boolean): number {
  const ms = utc
    ? Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate())
    : Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  return ms / 86_400_000;
}

/** Return true if a deadline is the end of a local day, so that the time of day adds nothing. */
export function isEndOfDay(deadline: string): boolean {
  const end = new Date(deadline);
  return end.getHours() === 23 && end.getMinutes() === 59;
}

export function deadlineText(days: number): string {
  if (days < 0) return "passed";
  if (days === 0) return "today";
  return days === 1 ? "1 day left" : `${days} days left`;
}
