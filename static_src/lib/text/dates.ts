import { usePageContext } from "../browser/page-context";
import { useHydrated } from "../browser/use-hydrated";

/**
 * Formatting of moments. The server knows neither the user's time zone nor many locales, so it prints English in UTC, with
 * the day first unless the user's language writes the month first. Hydration uses the same format; afterwards the browser
 * uses the user's locale and zone.
 */
const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

const pad = (value: number) => String(value).padStart(2, "0");

/** Return true for a calendar day without a time. It is the same day in every time zone. */
const isDayOnly = (iso: string) => /^\d{4}-\d{2}-\d{2}$/.test(iso);

/** The number of days before a due date from which it is shown as `soon`. */
const soonDays = 3;

/** A due date in words, with its urgency: `late` after it, `soon` on its day and the three days before. */
type DueText = { text: string; urgency: "late" | "soon" | "later" };

export type Reader = {
  /** Medium date: 3 Nov 2026. */
  date: (iso: string | null | undefined) => string;
  /** Medium date and time: 3 Nov 2026, 14:02. */
  dateTime: (iso: string | null | undefined) => string;
  /** Short date for lists: 3 Nov, with the year if it is not the current year. */
  shortDate: (iso: string | null | undefined) => string;
  /** Time of day: 14:02. */
  time: (iso: string | null | undefined) => string;
  /** 'today', 'yesterday', 'N days ago' or 'in the future', by day alone (specification, section 2, Home). */
  age: (iso: string | null | undefined) => string;
  /** A due date: '2 days late', 'Today', 'Tomorrow', 'Fri 27 Nov', and later '8 Dec'. A day ends with its last second. */
  due: (iso: string | null | undefined) => DueText | null;
  /** The calendar days until a moment, negative after its day; null without one. */
  daysLeft: (iso: string | null | undefined) => number | null;
};

/** Return the number of a day since 1970, in UTC or in the local time zone. */
function dayNumber(date: Date, utc: boolean): number {
  const ms = utc
    ? Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate())
    : Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  return ms / 86_400_000;
}

export function ageWords(days: number): string {
  if (days < 0) return "in the future";
  if (days === 0) return "today";
  if (days === 1) return "yesterday";
  return `${days} days ago`;
}

/** Describe a due date that is `days` ahead; `isOver` is true after its moment. */
function describeDue(days: number, isOver: boolean, names: { weekday: string; short: string }): DueText {
  if (days < 0) return { text: days === -1 ? "1 day late" : `${-days} days late`, urgency: "late" };
  if (isOver) return { text: "Late", urgency: "late" };
  if (days === 0) return { text: "Today", urgency: "soon" };
  if (days === 1) return { text: "Tomorrow", urgency: "soon" };
  if (days <= soonDays) return { text: names.weekday, urgency: "soon" };
  return { text: names.short, urgency: "later" };
}

function guardDue(describe: (iso: string, date: Date) => DueText) {
  return (iso: string | null | undefined): DueText | null => {
    if (!iso) return null;
    const date = new Date(iso);
    return Number.isNaN(date.getTime()) ? null : describe(iso, date);
  };
}

function daysUntil(now: Date, utc: boolean) {
  return (iso: string | null | undefined): number | null => {
    if (!iso) return null;
    const date = new Date(iso);
    return Number.isNaN(date.getTime()) ? null : dayNumber(date, utc || isDayOnly(iso)) - dayNumber(now, utc);
  };
}

function guard(format: (iso: string, date: Date) => string) {
  return (iso: string | null | undefined): string => {
    if (!iso) return "";
    const date = new Date(iso);
    return Number.isNaN(date.getTime()) ? "" : format(iso, date);
  };
}

/** Return the formatters that the server uses. */
export function serverReader(now: Date, monthFirst = false): Reader {
  const day = (d: Date) => {
    const month = months[d.getUTCMonth()];
    return monthFirst ? `${month} ${d.getUTCDate()}` : `${d.getUTCDate()} ${month}`;
  };
  const date = (d: Date) => `${day(d)}${monthFirst ? "," : ""} ${d.getUTCFullYear()}`;
  const time = (d: Date) => {
    const hours = d.getUTCHours();
    if (!monthFirst) return `${pad(hours)}:${pad(d.getUTCMinutes())}`;
    return `${hours % 12 || 12}:${pad(d.getUTCMinutes())} ${hours < 12 ? "AM" : "PM"}`;
  };
  const shortDate = (d: Date) => (d.getUTCFullYear() === now.getUTCFullYear() ? day(d) : date(d));
  return {
    date: guard((_, d) => date(d)),
    dateTime: guard((iso, d) => (isDayOnly(iso) ? date(d) : `${date(d)}, ${time(d)}`)),
    shortDate: guard((_, d) => shortDate(d)),
    time: guard((_, d) => time(d)),
    age: guard((_, d) => ageWords(dayNumber(now, true) - dayNumber(d, true))),
    due: guardDue((iso, d) =>
      describeDue(dayNumber(d, true) - dayNumber(now, true), !isDayOnly(iso) && d < now, {
        weekday: `${weekdays[d.getUTCDay()]} ${day(d)}`,
        short: shortDate(d),
      }),
    ),
    daysLeft: daysUntil(now, true),
  };
}

/** Return the formatters of the browser's locale and time zone. */
export function localReader(now: Date, locale?: string): Reader {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const local = new Intl.DateTimeFormat(locale, options);
    const fixed = new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
    return (iso: string, d: Date) => (isDayOnly(iso) ? fixed : local).format(d);
  };
  const date = format({ dateStyle: "medium" });
  const dateTime = format({ dateStyle: "medium", timeStyle: "short" });
  const dayMonth = format({ day: "numeric", month: "short" });
  const weekday = format({ weekday: "short", day: "numeric", month: "short" });
  const time = format({ timeStyle: "short" });
  const shortDate = (iso: string, d: Date) =>
    (d.getFullYear() === now.getFullYear() ? dayMonth : date)(iso, d);
  return {
    date: guard(date),
    dateTime: guard((iso, d) => (isDayOnly(iso) ? date : dateTime)(iso, d)),
    shortDate: guard(shortDate),
    time: guard(time),
    age: guard((iso, d) => ageWords(dayNumber(now, false) - dayNumber(d, isDayOnly(iso)))),
    due: guardDue((iso, d) =>
      describeDue(dayNumber(d, isDayOnly(iso)) - dayNumber(now, false), !isDayOnly(iso) && d < now, {
        weekday: weekday(iso, d),
        short: shortDate(iso, d),
      }),
    ),
    daysLeft: daysUntil(now, false),
  };
}

let browserReader: Reader | null = null;
let browserReaderMinute = 0;

/** Return the formatters of the page: the ones of the server until hydration, then the ones of the user's locale. */
export function useDates(): Reader {
  const { now, monthFirst } = usePageContext();
  const hydrated = useHydrated();
  if (!hydrated) return serverReader(new Date(now), monthFirst);
  const present = new Date();
  const minute = Math.floor(present.getTime() / 60_000);
  if (!browserReader || browserReaderMinute !== minute) {
    browserReader = localReader(present);
    browserReaderMinute = minute;
  }
  return browserReader;
}
