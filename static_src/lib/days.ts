/**
 * Calendar days without a time: written dd/mm/yyyy where the specification says so, kept as YYYY-MM-DD.
 */
const monthNames = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

const pad = (value: number, length = 2) => String(value).padStart(length, "0");

/** Days in a month of a year; months are 1 to 12. */
export function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** "1/2/2026" or "01/02/2026" -> "2026-02-01"; null for anything that is no real day. */
export function parseDay(text: string): string | null {
  const match = /^\s*(\d{1,2})\/(\d{1,2})\/(\d{4})\s*$/.exec(text);
  if (!match) return null;
  const [day, month, year] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null;
  return `${pad(year, 4)}-${pad(month)}-${pad(day)}`;
}

/** "2026-02-01" (a time after it is ignored) -> "01/02/2026"; "" for anything else. */
export function printDay(iso: string | null | undefined): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(iso ?? "");
  return match ? `${match[3]}/${match[2]}/${match[1]}` : "";
}

/** Why a text is no day, as a sentence; null when it is one. */
export function dayProblem(text: string): string | null {
  if (parseDay(text)) return null;
  const match = /^\s*(\d{1,2})\/(\d{1,2})\/(\d{4})\s*$/.exec(text);
  const name = match && monthNames[Number(match[2]) - 1];
  if (match && name && Number(match[1]) > 0)
    return `${Number(match[1])} ${name} does not exist. Use dd/mm/yyyy.`;
  return "Enter a date as dd/mm/yyyy.";
}

/** The day of a local Date, YYYY-MM-DD. */
export function dayOf(date: Date): string {
  return `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

/** A local Date at the start of a day, for calendars. */
export function dateOf(day: string): Date {
  const [year, month, date] = day.split("-").map(Number);
  return new Date(year ?? 1970, (month ?? 1) - 1, date ?? 1);
}
