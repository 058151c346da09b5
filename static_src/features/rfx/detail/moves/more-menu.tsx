import { emit } from "../../../../lib/events";
import { Icon } from "../../../../ui/icon";
import { Menu } from "../../../../ui/menu";
import type { Rfx } from "../../types";

export type MoreProps = {
  rfx: Rfx;
  /** True if it repeats already; the line below the title changes that. */
  isScheduled?: boolean;
  onAsk: (move: "decline" | "deadline" | "withdraw" | "repeat") => void;
  onRemind: () => void;
};

/** Menu of rare actions: start a new round, repeat, remind, change the deadline, decline, withdraw. */
export function MoreMenu({ rfx, isScheduled = false, onAsk, onRemind }: MoreProps) {
  const { actions, id } = rfx;
  const hasNewRound = actions.reopen && rfx.status === "COMPLETED" && !rfx.assessment;
  const canRepeat = actions.repeat && !isScheduled;
  if (!hasNewRound && !canRepeat && !actions.decline && !actions.remind && !actions.changeDeadline)
    return null;
  return (
    <Menu
      label="More actions"
      align="end"
      triggerClass="btn btn-default btn-icon"
      trigger={<Icon name="more" />}
      items={[
        hasNewRound && {
          label: "New round...",
          icon: "history",
          onSelect: () => emit("OPEN_NEW_MESSAGE", { type: "RFI", newRoundOf: id }),
        },
        canRepeat && {
          label: "Repeat...",
          icon: "refresh",
          onSelect: () => onAsk("repeat"),
        },
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
