import type { Dumped } from "../api/typed";

/** An event of the log with its sentence (specification, section 3, EventLog). */
export type EventRow = Dumped<"Event">;

/** What an event is about, read from its text. */
export function eventArgs(event: EventRow): Record<string, string | number | null | undefined> {
  try {
    const args: unknown = JSON.parse(event.data.args);
    return typeof args === "object" && args !== null ? (args as ReturnType<typeof eventArgs>) : {};
  } catch {
    return {};
  }
}
