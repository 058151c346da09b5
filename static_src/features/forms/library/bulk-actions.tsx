import { BulkBar } from "../../../domain/bulk/bulk-bar";
import { BulkDialog } from "../../../domain/bulk/bulk-dialog";
import type { BulkActionsProps } from "../../../domain/bulk/list-selection";
import { useBulkAction } from "../../../domain/bulk/use-bulk-action";
import { useQueryParam } from "../../../lib/state/use-query-param";

type Props = BulkActionsProps & { kind: "forms" | "questions"; noun: readonly [string, string] };

/** The bar that archives the selected rows or, in the list of archived ones, restores them. */
function ArchiveActions({ kind, noun, ...list }: Props) {
  const [archived] = useQueryParam("archived");
  const { action, show, dialog, rowsText } = useBulkAction<"archive" | "restore">({ ...list, noun });
  return (
    <>
      <BulkBar
        selection={list.selection}
        actions={[
          archived === "true"
            ? { label: "Restore", icon: "restore", onSelect: show("restore") }
            : { label: "Archive", icon: "archive", onSelect: show("archive") },
        ]}
      />
      {action === "archive" && (
        <BulkDialog
          {...dialog}
          kind={`${kind}.archive`}
          title={`Archive ${rowsText}`}
          confirmLabel="Archive"
          unchangedText="are archived already"
        />
      )}
      {action === "restore" && (
        <BulkDialog
          {...dialog}
          kind={`${kind}.restore`}
          title={`Restore ${rowsText}`}
          confirmLabel="Restore"
          unchangedText="are not archived"
        />
      )}
    </>
  );
}

/** The bar of the selected forms. */
export function FormActions(props: BulkActionsProps) {
  return <ArchiveActions {...props} kind="forms" noun={["form", "forms"]} />;
}

/** The bar of the selected questions. */
export function QuestionActions(props: BulkActionsProps) {
  return <ArchiveActions {...props} kind="questions" noun={["question", "questions"]} />;
}
