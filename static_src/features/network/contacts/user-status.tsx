import { Badge, type Tone } from "../../../ui/badge";
import type { IconName } from "../../../ui/icons";

type Look = { label: string; tone: Tone; icon: IconName };

const statusLooks: Record<string, Look> = {
  ACTIVE: { label: "Active", tone: "ok", icon: "check" },
  INVITED: { label: "Invited", tone: "wait", icon: "invited" },
  SUSPENDED: { label: "Suspended", tone: "bad", icon: "suspended" },
};

export function UserStatusBadge({ status }: { status: string }) {
  const { label, tone, icon } = statusLooks[status] ?? { label: status, tone: "none", icon: "user" };
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}
