/**
 * Parsing and printing of typed and stored dates. app/forms/document/dates.py implements the same rules.
 */
/** Names of the months, January first. */
export const months = [
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
const longestMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

export interface Day {
  year: number;
  month: number;
  day: number;
}

/** Parse a stored ("2027-02-28") or typed ("28/02/2027") day; null if it is invalid. */
export function parseDate(text: string): Day | null {
  const parts = partsOf(text);
  return parts && dateFault(text) === null ? parts : null;
}

/** Return the error of an invalid date as a sentence to show at the field; null for a valid one. */
export function dateFault(text: string): string | null {
  const parts = partsOf(text);
  if (!parts)
    return /^[0-9]{1,2}[/. -][0-9]{1,2}[/. -][0-9]{1,3}$/.test(text.trim())
      ? "Write the year with four digits. Use dd/mm/yyyy."
      : "Enter a date as dd/mm/yyyy.";
  const { year, month, day } = parts;
  if (year < 1000) return "Write the year with four digits. Use dd/mm/yyyy.";
  const name = months[month - 1];
  if (name === undefined) return `There is no month ${month}. Use dd/mm/yyyy.`;
  if (day < 1 || day > (longestMonths[month - 1] ?? 0))
    return `${day} ${name} does not exist. Use dd/mm/yyyy.`;
  if (month === 2 && day === 29 && !isLeap(year))
    return `29 February ${year} does not exist. Use dd/mm/yyyy.`;
  return null;
}

/** Format a day to read, the same on server and browser: "3 Nov 2026". */
export function mediumDate({ year, month, day }: Day): string {
  return `${day} ${(months[month - 1] ?? "").slice(0, 3)} ${year}`;
}

/** Format a day for storage: "2026-11-03". */
export function isoDate({ year, month, day }: Day): string {
  return `${year}-${pad(month)}-${pad(day)}`;
}

/** Format a day for an input: "03/11/2026". */
export function typedDate({ year, month, day }: Day): string {
  return `${pad(day)}/${pad(month)}/${year}`;
}

function partsOf(text: string): Day | null {
  const plain = text.trim();
  const iso = /^([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})$/.exec(plain);
  if (iso) return { year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) };
  const typed = /^([0-9]{1,2})[/. -]([0-9]{1,2})[/. -]([0-9]{4})$/.exec(plain);
  return typed && { year: Number(typed[3]), month: Number(typed[2]), day: Number(typed[1]) };
}

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

function pad(number: number): string {
  return String(number).padStart(2, "0");
}
