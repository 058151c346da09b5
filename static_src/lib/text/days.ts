import { dateFault, isoDate, parseDate, typedDate } from "./date-text";

// Calendar days without a time: typed as dd/mm/yyyy (specification), stored as YYYY-MM-DD, parsed as in questionnaires.

/** Convert "1/2/2026" or "01/02/2026" to "2026-02-01"; null for an invalid day. */
export function parseDay(text: string): string | null {
  const day = parseDate(text);
  return day && isoDate(day);
}

/** Convert "2026-02-01" (a time after it is ignored) to "01/02/2026"; "" for other texts. */
export function printDay(iso: string | null | undefined): string {
  const day = parseDate((iso ?? "").slice(0, "YYYY-MM-DD".length));
  return day ? typedDate(day) : "";
}

/** Return the error of an invalid day as a sentence; null for a valid one. */
export const dayProblem = dateFault;

/** Return the day of a local Date as YYYY-MM-DD. */
export function dayOf(date: Date): string {
  return isoDate({ year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() });
}

/** Return the local Date at the start of a day. */
export function dateOf(day: string): Date {
  const [year, month, date] = day.split("-").map(Number);
  return new Date(year ?? 1970, (month ?? 1) - 1, date ?? 1);
}

/** Return the last second of a day in the user's time zone as ISO 8601, for deadlines. */
export function endOfDay(day: string): string {
  const end = dateOf(day);
  end.setHours(23, 59, 59, 0);
  return end.toISOString();
}
