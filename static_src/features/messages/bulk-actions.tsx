import { BulkBar } from "../../domain/bulk/bulk-bar";
import { BulkDialog } from "../../domain/bulk/bulk-dialog";
import type { BulkActionsProps } from "../../domain/bulk/list-selection";
import { useBulkAction } from "../../domain/bulk/use-bulk-action";
import { useQueryParam } from "../../lib/state/use-query-param";

type Action = "markSeen" | "markUnseen" | "delete" | "restore";

const dialogs: Record<
  Action,
  { title: (rowsText: string) => string; confirmLabel: string; unchanged: string }
> = {
  markSeen: {
    title: (rowsText) => `Mark ${rowsText} as seen`,
    confirmLabel: "Mark as seen",
    unchanged: "were seen already",
  },
  markUnseen: {
    title: (rowsText) => `Mark ${rowsText} as new`,
    confirmLabel: "Mark as new",
    unchanged: "are new already",
  },
  delete: {
    title: (rowsText) => `Delete ${rowsText}`,
    confirmLabel: "Delete",
    unchanged: "are deleted already",
  },
  restore: {
    title: (rowsText) => `Restore ${rowsText}`,
    confirmLabel: "Restore",
    unchanged: "are not deleted",
  },
};

/** The bar of the selected threads; it changes the viewer's own view of them. */
export function BulkActions(list: BulkActionsProps) {
  const [tags] = useQueryParam("tags", "inbox");
  const { action, show, dialog, rowsText } = useBulkAction<Action>({ ...list, noun: ["thread", "threads"] });
  const isTrash = tags === "trash";
  return (
    <>
      <BulkBar
        selection={list.selection}
        actions={[
          isTrash && { label: "Restore", icon: "restore", onSelect: show("restore") },
          { label: "Mark as seen", icon: "check", onSelect: show("markSeen") },
          !isTrash && { label: "Mark as new", icon: "bell", onSelect: show("markUnseen") },
          !isTrash && { label: "Delete", icon: "delete", onSelect: show("delete") },
        ]}
      />
      {action && (
        <BulkDialog
          {...dialog}
          kind={`messages.${action}`}
          title={dialogs[action].title(rowsText)}
          confirmLabel={dialogs[action].confirmLabel}
          unchangedText={dialogs[action].unchanged}
        >
          {action === "delete" && <p>Only you no longer see them. A new message brings a thread back.</p>}
        </BulkDialog>
      )}
    </>
  );
}
