import type { ApiResponse } from "../../api/types";

/** An event of the log with its sentence (specification, section 3, EventLog). */
export type EventRow = ApiResponse<"Event">;

/** Parse the arguments of an event from their JSON text; empty if the text is invalid. */
export function eventArgs(event: EventRow): Record<string, string | number | null | undefined> {
  try {
    const args: unknown = JSON.parse(event.data.args);
    return typeof args === "object" && args !== null ? (args as ReturnType<typeof eventArgs>) : {};
  } catch {
    return {};
  }
}

/** The event types of Recently Viewed (specification, section 7, GET /api/eventLog). */
export const viewTypes = [
  "user.viewed.organisation",
  "user.viewed.user",
  "user.viewed.assessment",
  "user.viewed.rfx.sent",
  "user.viewed.rfx.received",
] as const;
