import { dayProblem, parseDay, printDay } from "../../lib/text/days";
import type { Schedule } from "./schedules";

/** The fields of the form, as typed. */
export type RepeatValues = {
  everyMonths: string;
  anchor: Schedule["anchor"];
  nextOn: string;
  leadDays: string;
  startsFrom: Schedule["startsFrom"];
  /** True for the contacts of the last round. */
  isSameContacts: boolean;
  contactIds: readonly number[];
  ownerUserId: number | null;
};

const mostMonths = 60;
const mostLeadDays = 365;
/** The shortest month: a round opens after the previous one was due. */
const shortestMonth = 28;

/** Return the values of a schedule, or the defaults of a new one. */
export function valuesOf(schedule: Schedule | null): RepeatValues {
  return {
    everyMonths: String(schedule?.everyMonths ?? 12),
    anchor: schedule?.anchor ?? "AFTER_CLOSE",
    nextOn: schedule?.anchor === "FIXED" ? printDay(schedule.nextOn) : "",
    leadDays: String(schedule?.leadDays ?? 30),
    startsFrom: schedule?.startsFrom ?? "LAST_ANSWERS",
    isSameContacts: !schedule?.contacts,
    contactIds: schedule?.contacts?.map(({ id }) => id) ?? [],
    ownerUserId: schedule?.owner.id ?? null,
  };
}

/** Return the errors by field. */
export function check(values: RepeatValues) {
  const months = count(values.everyMonths);
  const lead = count(values.leadDays);
  const mostLead = months ? Math.min(mostLeadDays, months * shortestMonth - 1) : mostLeadDays;
  return {
    everyMonths: !months || months > mostMonths ? `Enter 1 to ${mostMonths} months.` : undefined,
    leadDays: !lead || lead > mostLead ? `Enter 1 to ${mostLead} days.` : undefined,
    nextOn: values.anchor === "FIXED" ? dayFault(values.nextOn) : undefined,
    contactIds:
      !values.isSameContacts && values.contactIds.length === 0 ? "Choose at least one contact." : undefined,
  };
}

/** Return the body of the request. */
export function bodyOf(values: RepeatValues) {
  const { anchor, startsFrom, isSameContacts, contactIds, ownerUserId } = values;
  return {
    everyMonths: count(values.everyMonths),
    anchor,
    nextOn: anchor === "FIXED" ? parseDay(values.nextOn) : null,
    leadDays: count(values.leadDays),
    startsFrom,
    contactIds: isSameContacts ? null : [...contactIds],
    ownerUserId,
  };
}

/** Parse a whole number; 0 for other texts. */
const count = (text: string): number => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : 0);

const dayFault = (text: string): string | undefined =>
  text.trim() ? (dayProblem(text) ?? undefined) : "Choose the day on which the next round is due.";
