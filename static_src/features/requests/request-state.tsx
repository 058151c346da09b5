import { Badge, type Tone } from "../../ui/badge";
import type { IconName } from "../../ui/icons";
import { Time } from "../../ui/time";
import type { RfxRequest } from "./types";

type State = RfxRequest["state"];

const infos: Record<State, { label: string; tone: Tone; icon: IconName }> = {
  SCHEDULED: { label: "Scheduled", tone: "none", icon: "clock" },
  OPEN: { label: "Open", tone: "info", icon: "in-progress" },
  EVALUATING: { label: "Evaluating", tone: "wait", icon: "pending" },
  AWARDED: { label: "Awarded", tone: "ok", icon: "completed" },
  CANCELLED: { label: "Cancelled", tone: "bad", icon: "declined" },
};

export const requestStates = Object.entries(infos).map(([value, { label }]) => ({ value, label }));

/** The badge of a request's state. */
export function RequestStateBadge({ state }: { state: State }) {
  const { label, tone, icon } = infos[state];
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}

/** The mark of a request whose answers are not readable yet. */
export function SealedBadge({ until }: { until: string | null }) {
  return (
    <Badge tone="wait" icon="locked">
      {until ? (
        <>
          Sealed until <Time value={until} as="dateTime" />
        </>
      ) : (
        "Sealed"
      )}
    </Badge>
  );
}
