import { request } from "../../api/client";
import type { ApiResponse } from "../../api/types";
import { emit } from "../../lib/events";

export type Schedule = ApiResponse<"Schedule">;

/** The RFx or assessment that is shown, one of the rounds. */
export type Round = { rfxId: number } | { assessmentId: number };

export const scheduleKey = (round: Round) => ["schedule", round] as const;

/** Load the schedule that a round belongs to; null if it does not repeat. */
export async function loadSchedule(round: Round, signal?: AbortSignal): Promise<Schedule | null> {
  const query = { ...round, pageSize: 1 };
  const rows = await request("GET", "/api/schedule", { query, signal, toast: false });
  return rows[0] ?? null;
}

/** Notify the page that a schedule was created, changed, run or ended. */
export function announce({ relationshipId }: Pick<Schedule, "relationshipId">): void {
  emit("SCHEDULES_CHANGED", {});
  emit("EVENT_LOG_CHANGED", { relationshipId });
}

/** Return the interval in words: 'every month', 'every 12 months'. */
export function intervalText({ everyMonths }: Pick<Schedule, "everyMonths">): string {
  return everyMonths === 1 ? "every month" : `every ${everyMonths} months`;
}

/** Return the address of the last round. */
export function lastRoundHref({ lastRfxId, lastAssessmentId }: Schedule): string {
  return lastRfxId === null ? `/assessment/${lastAssessmentId}` : `/rfx/${lastRfxId}`;
}
