import { useState } from "react";
import { useIdle } from "../../../../lib/browser/use-idle";
import { useLoaded } from "../../../../lib/browser/use-loaded";
import type { Part } from "../../parts/parts";
import type { OpenRfx } from "../open-rfx";

const loadModals = () => import("./move-modals");

type Move = "submit" | "reopen" | "decline" | "deadline" | "withdraw" | "remind" | "repeat";

/**
 * Return the dialogs for status changes, and the state of the list of problems that prevent submission. `parts`
 * are listed in the submit dialog if they are not done.
 */
export function useMoves(open: OpenRfx, parts: readonly Part[] = []) {
  const [openMove, ask] = useState<Move | null>(null);
  const [explaining, setExplaining] = useState(0);
  const modals = useLoaded(loadModals, useIdle());
  const explain = () => {
    open.answering.store.showAllErrors({ gaps: false });
    setExplaining((count) => count + 1);
  };
  const modalProps = (move: Move) => ({ open, show: openMove === move, onClose: () => ask(null) });
  return {
    ask,
    explain,
    /** Number of requests for the list of problems; 0 while it is hidden. */
    explaining,
    stopExplaining: () => setExplaining(0),
    remind: () => ask("remind"),
    modals: modals && (
      <>
        <modals.SubmitModal {...modalProps("submit")} onFaults={explain} parts={parts} />
        <modals.ReopenModal {...modalProps("reopen")} />
        <modals.DeclineModal {...modalProps("decline")} />
        <modals.WithdrawModal {...modalProps("withdraw")} />
        <modals.RfxDeadlineModal {...modalProps("deadline")} />
        <modals.Reminder {...modalProps("remind")} />
        <modals.RepeatRfx {...modalProps("repeat")} />
      </>
    ),
  };
}
