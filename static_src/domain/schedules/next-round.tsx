import { Badge } from "../../ui/badge";
import { Time } from "../../ui/time";
import type { Schedule } from "./schedules";

/** The day of the next round, or the reason why there is none. */
export function NextRound({ schedule: { state, nextOn, problem } }: { schedule: Schedule }) {
  if (state === "ENDED") return <Badge>Ended</Badge>;
  if (state === "HELD") {
    return (
      <Badge tone="wait" icon="pending">
        On hold
      </Badge>
    );
  }
  return (
    <>
      {nextOn ? <Time value={nextOn} /> : "After closing"}
      {problem && (
        <>
          {" "}
          <Badge tone="bad" icon="warning">
            Waiting
          </Badge>
        </>
      )}
    </>
  );
}
