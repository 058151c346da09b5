/** Days from now to a deadline, by the calendar of UTC (as the server prints dates) or of this machine. */
export function daysLeft(deadline: string, now: Date, utc: boolean): number {
  return dayNumber(new Date(deadline), utc) - dayNumber(now, utc);
}

function dayNumber(date: Date, utc: boolean): number {
  const ms = utc
    ? Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate())
    : Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  return ms / 86_400_000;
}

/** Whether a deadline is the end of a day where the reader is: then the day says all of it. */
export function endsDay(deadline: string): boolean {
  const end = new Date(deadline);
  return end.getHours() === 23 && end.getMinutes() === 59;
}

export function deadlineWords(days: number): string {
  if (days < 0) return "passed";
  if (days === 0) return "today";
  return days === 1 ? "1 day left" : `${days} days left`;
}
