import { BulkBar } from "../../../domain/bulk/bulk-bar";
import type { BulkActionsProps } from "../../../domain/bulk/list-selection";
import { useBulkAction } from "../../../domain/bulk/use-bulk-action";
import { AskDocumentsDialog } from "../../../domain/documents/ask-many-dialog";

/** The bar of the selected suppliers. */
export function BulkActions(list: BulkActionsProps) {
  const { action, show, dialog, rowsText } = useBulkAction<"ask">({
    ...list,
    noun: ["supplier", "suppliers"],
  });
  return (
    <>
      <BulkBar
        selection={list.selection}
        actions={[{ label: "Ask for documents...", icon: "certificate", onSelect: show("ask") }]}
      />
      {action && <AskDocumentsDialog kind="documents.askInMatrix" dialog={dialog} rowsText={rowsText} />}
    </>
  );
}
