import { Badge, type Tone } from "../../ui/badge";
import type { IconName } from "../../ui/icons";
import type { CorrectiveAction } from "./types";

/** The state of an action. */
export function StateBadge({ action }: { action: Pick<CorrectiveAction, "stateInfo"> }) {
  const { label, icon, style } = action.stateInfo;
  return (
    <Badge tone={style as Tone} icon={icon as IconName}>
      {label}
    </Badge>
  );
}
