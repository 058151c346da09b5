import { BulkBar } from "../../../domain/bulk/bulk-bar";
import { BulkDialog } from "../../../domain/bulk/bulk-dialog";
import type { BulkActionsProps } from "../../../domain/bulk/list-selection";
import { useBulkAction } from "../../../domain/bulk/use-bulk-action";
import { type ExportedList, useExportActions } from "../../../domain/views/use-export-actions";

/** The bar of the selected contacts. */
export function BulkActions({ exported, ...list }: BulkActionsProps & { exported: ExportedList }) {
  const { action, show, dialog, rowsText } = useBulkAction<"resend">({
    ...list,
    noun: ["contact", "contacts"],
  });
  const exports = useExportActions(exported, list.selection);
  return (
    <>
      <BulkBar
        selection={list.selection}
        actions={[{ label: "Re-send invitations", icon: "mail", onSelect: show("resend") }, ...exports]}
      />
      {action && (
        <BulkDialog
          {...dialog}
          kind="contacts.resendInvitation"
          title={`Re-send the invitations of ${rowsText}`}
          confirmLabel="Re-send invitations"
        />
      )}
    </>
  );
}
