import { formatCount } from "../../../lib/text/numbers";
/** Return true if a deadline is the end of a local day, so that the time of day adds nothing. */
export function isEndOfDay(deadline: string): boolean {
  const end = new Date(deadline);
  return end.getHours() === 23 && end.getMinutes() === 59;
}

export function deadlineText(days: number): string {
  if (days < 0) return "passed";
  if (days === 0) return "today";
  return `${formatCount(days, "day")} left`;
}
