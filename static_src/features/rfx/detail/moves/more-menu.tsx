import { Icon } from "../../../../ui/icon";
import { Menu } from "../../../../ui/menu";
import type { RfxActions } from "../../types";

type MoreProps = {
  actions: RfxActions;
  onAsk: (move: "decline" | "deadline" | "withdraw") => void;
  onRemind: () => void;
};

/** Menu of rare actions: remind, change the deadline, decline, withdraw. */
export function MoreMenu({ actions, onAsk, onRemind }: MoreProps) {
  if (!actions.decline && !actions.remind && !actions.changeDeadline) return null;
  return (
    <Menu
      label="More actions"
      align="end"
      triggerClass="btn btn-default btn-icon"
      trigger={<Icon name="more" />}
      items={[
        actions.remind && {
          label: "Send a reminder",
          icon: "bell",
          onSelect: onRemind,
        },
        actions.changeDeadline && {
          label: "Change deadline...",
          icon: "calendar",
          onSelect: () => onAsk("deadline"),
        },
        actions.decline && {
          label: "Decline...",
          icon: "declined",
          danger: true,
          onSelect: () => onAsk("decline"),
        },
        actions.withdraw && {
          label: "Withdraw...",
          icon: "expired",
          danger: true,
          onSelect: () => onAsk("withdraw"),
        },
      ]}
    />
  );
}
