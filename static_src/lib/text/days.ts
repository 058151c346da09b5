import { dateFault, isoDate, parseDate, typedDate } from "./date-text";

/**
 * Calendar days without a time: written dd/mm/yyyy where the specification says so, kept as YYYY-MM-DD. They are read
 * by the rule that holds for the dates of questionnaires.
 */

/** "1/2/2026" or "01/02/2026" -> "2026-02-01"; null for anything that is no real day. */
export function parseDay(text: string): string | null {
  const day = parseDate(text);
  return day && isoDate(day);
}

/** "2026-02-01" (a time after it is ignored) -> "01/02/2026"; "" for anything else. */
export function printDay(iso: string | null | undefined): string {
  const day = parseDate((iso ?? "").slice(0, "YYYY-MM-DD".length));
  return day ? typedDate(day) : "";
}

/** Why a text is no day, as a sentence; null when it is one. */
export const dayProblem = dateFault;

/** The day of a local Date, YYYY-MM-DD. */
export function dayOf(date: Date): string {
  return isoDate({ year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() });
}

/** A local Date at the start of a day, for calendars. */
export function dateOf(day: string): Date {
  const [year, month, date] = day.split("-").map(Number);
  return new Date(year ?? 1970, (month ?? 1) - 1, date ?? 1);
}

/** The last second of a day where the reader is, as a deadline is sent. */
export function endOfDay(day: string): string {
  const end = dateOf(day);
  end.setHours(23, 59, 59, 0);
  return end.toISOString();
}
