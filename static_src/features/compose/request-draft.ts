import type { ApiBody } from "../../api/types";
import { parseDay } from "../../lib/text/days";
import type { Draft } from "./draft";
import { contentOf } from "./draft";

/** The recipients as the API takes them: guests and the pasted list are one list of addresses. */
export type Recipients = ApiBody<"NewRequest">["recipients"];

/** The recipients of a draft that are not chosen by name: tags, levels, the Network filter and the pasted list. */
export type Groups = Pick<Draft, "tags" | "levels" | "networkFilter" | "pasted">;

/** Return true if recipients are chosen in a way that only the server can count. */
export function hasGroups({ tags, levels, networkFilter, pasted }: Groups): boolean {
  return tags.length > 0 || levels.length > 0 || networkFilter !== null || pasted.trim() !== "";
}

/** Return the chosen recipients. The pasted list comes first, so that its line numbers equal the lines of the field. */
export function recipientsOf(draft: Draft): Recipients {
  return {
    organisationIds: draft.organisations.map(({ value }) => value),
    userIds: draft.users.map(({ value }) => value),
    tags: draft.tags.map(({ value }) => value),
    levels: [...draft.levels],
    // The query of the list as in its address; the server validates it.
    filter: (draft.networkFilter?.query ?? null) as Recipients["filter"],
    pasted: [draft.pasted.trimEnd(), ...draft.guests.map(({ value }) => value)].filter(Boolean).join("\n"),
  };
}

/** Return the chosen time of sending as ISO 8601, in the user's time zone; null for now or an incomplete time. */
export function sendAtOf({ isScheduled, sendDayText, sendTime }: Draft): string | null {
  const day = parseDay(sendDayText);
  if (!isScheduled || !day || !/^\d\d:\d\d/.test(sendTime)) return null;
  return new Date(`${day}T${sendTime.slice(0, 5)}:00`).toISOString();
}

/** Build the body of POST /api/rfxRequest. */
export function requestBody(draft: Draft): ApiBody<"NewRequest"> {
  return {
    ...contentOf(draft),
    type: draft.type === "NDA" ? "NDA" : "RFI",
    recipients: recipientsOf(draft),
    isSealed: draft.isSealed,
    linksNeedCode: draft.linksNeedCode,
    sendAt: sendAtOf(draft),
    carriesAnswers: draft.carriesAnswers,
    previousRfxId: draft.carriesAnswers && isForPrevious(draft) ? (draft.previous?.rfxId ?? null) : null,
  };
}

/** Return true if the only recipient is the respondent of the RFx of which this is a new round. */
export function isForPrevious(draft: Draft): boolean {
  const { previous, organisations, guests } = draft;
  if (!previous || hasGroups(draft)) return false;
  const chosen = [...organisations.map(({ value }) => value), ...guests.map(({ value }) => value)];
  return chosen.length === 1 && chosen[0] === (previous.organisationId ?? previous.guest);
}

/** Return the pasted list without the lines of these numbers, from 1. */
export function withoutLines(pasted: string, lines: readonly number[]): string {
  return pasted
    .split("\n")
    .filter((_, index) => !lines.includes(index + 1))
    .join("\n");
}
