import { months } from "./date-text";

/** Days with their weekday and without the year. A separate module, because only Home needs the long names. */
const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** Return the day of a moment in UTC, as the server prints it: 'Tuesday 3 November', or 'Tuesday, November 3'. */
export function serverLongDay(date: Date, monthFirst = false): string {
  const [weekday, month] = [weekdays[date.getUTCDay()], months[date.getUTCMonth()]];
  return monthFirst
    ? `${weekday}, ${month} ${date.getUTCDate()}`
    : `${weekday} ${date.getUTCDate()} ${month}`;
}

/** Return the day of a moment in the locale and time zone of the browser. */
export function localLongDay(date: Date, locale?: string): string {
  return new Intl.DateTimeFormat(locale, { weekday: "long", day: "numeric", month: "long" }).format(date);
}
