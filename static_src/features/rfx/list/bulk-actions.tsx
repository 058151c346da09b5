import { request } from "../../../api/client";
import { BulkBar } from "../../../domain/bulk/bulk-bar";
import { BulkDialog } from "../../../domain/bulk/bulk-dialog";
import type { BulkActionsProps } from "../../../domain/bulk/list-selection";
import { useBulkAction } from "../../../domain/bulk/use-bulk-action";
import { DeadlineDialog, RemindDialog, WithdrawDialog } from "../../../domain/rfx-bulk-dialogs";
import { usePermission } from "../../../lib/browser/page-context";
import { useDownload } from "../../../lib/state/use-download";

type Action = "remind" | "deadline" | "withdraw" | "hide" | "unhide";

/** The bar of the selected RFxs. */
export function BulkActions(list: BulkActionsProps) {
  const { action, show, dialog, rowsText } = useBulkAction<Action>({ ...list, noun: ["RFx", "RFxs"] });
  const mayAssess = usePermission("MANAGE_ASSESSMENTS");
  const { selected } = list.selection;
  const { save } = useDownload(
    (format: "pdf" | "xlsx", idempotencyKey) =>
      request("POST", "/api/rfx/answers", { body: { format, ...selected }, idempotencyKey }),
    "Preparing the answers...",
  );
  return (
    <>
      <BulkBar
        selection={list.selection}
        actions={[
          { label: "Remind", icon: "bell", onSelect: show("remind") },
          { label: "Change deadline...", icon: "calendar", onSelect: show("deadline") },
          { label: "Withdraw...", icon: "declined", onSelect: show("withdraw") },
          {
            label: "Export answers as PDF (ZIP)",
            icon: "pdf",
            onSelect: () => save("pdf"),
            inMenu: true,
          },
          {
            label: "Export answers as XLSX (ZIP)",
            icon: "xlsx",
            onSelect: () => save("xlsx"),
            inMenu: true,
          },
          mayAssess && {
            label: "Remove from assessments",
            icon: "hide",
            onSelect: show("hide"),
            inMenu: true,
          },
          mayAssess && {
            label: "Restore in assessments",
            icon: "restore",
            onSelect: show("unhide"),
            inMenu: true,
          },
        ]}
      />
      {action === "remind" && <RemindDialog dialog={dialog} rowsText={`the recipients of ${rowsText}`} />}
      {action === "deadline" && <DeadlineDialog dialog={dialog} rowsText={rowsText} />}
      {action === "withdraw" && <WithdrawDialog dialog={dialog} rowsText={rowsText} />}
      {action === "hide" && (
        <BulkDialog
          {...dialog}
          kind="rfx.hide"
          title={`Remove ${rowsText} from assessments`}
          confirmLabel="Remove"
          unchangedText="are removed already"
        >
          <p>Removed surveys do not count for the score of their assessment. You can undo it for 24 hours.</p>
        </BulkDialog>
      )}
      {action === "unhide" && (
        <BulkDialog
          {...dialog}
          kind="rfx.unhide"
          title={`Restore ${rowsText} in assessments`}
          confirmLabel="Restore"
          unchangedText="are not removed"
        >
          <p>They count for the score of their assessment again.</p>
        </BulkDialog>
      )}
    </>
  );
}
