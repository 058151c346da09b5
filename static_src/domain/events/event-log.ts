import type { ApiResponse } from "../../api/types";

/** An event of the log with its sentence (specification, section 3, EventLog). */
export type EventRow = ApiResponse<"Event">;

/** What an event is about, read from its text. */
export function eventArgs(event: EventRow): Record<string, string | number | null | undefined> {
  try {
    const args: unknown = JSON.parse(event.data.args);
    return typeof args === "object" && args !== null ? (args as ReturnType<typeof eventArgs>) : {};
  } catch {
    return {};
  }
}

/** What Recently Viewed shows: what was looked at (specification, section 7, GET /api/eventLog). */
export const viewTypes = [
  "user.viewed.organisation",
  "user.viewed.user",
  "user.viewed.assessment",
  "user.viewed.rfx.sent",
  "user.viewed.rfx.received",
] as const;
