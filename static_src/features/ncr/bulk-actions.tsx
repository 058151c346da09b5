import { useState } from "react";
import { BulkBar } from "../../domain/bulk/bulk-bar";
import { BulkDialog } from "../../domain/bulk/bulk-dialog";
import type { BulkActionsProps } from "../../domain/bulk/list-selection";
import { type ActionDialog, useBulkAction } from "../../domain/bulk/use-bulk-action";
import { type ExportedList, useExportActions } from "../../domain/views/use-export-actions";
import { Field } from "../../ui/field";
import { Select } from "../../ui/inputs";
import { usePeople } from "./calls";

/** The bar of the selected non-conformances. */
export function BulkActions({ exported, ...list }: BulkActionsProps & { exported: ExportedList }) {
  const noun = ["non-conformance", "non-conformances"] as const;
  const { action, show, dialog, rowsText } = useBulkAction<"assign">({ ...list, noun });
  const exports = useExportActions(exported, list.selection);
  return (
    <>
      <BulkBar
        selection={list.selection}
        actions={[{ label: "Assign...", icon: "user", onSelect: show("assign") }, ...exports]}
      />
      {action && <AssignDialog dialog={dialog} rowsText={rowsText} />}
    </>
  );
}

/** Dialog that assigns the selected non-conformances to a colleague, or to anyone at one of the parties. */
function AssignDialog({ dialog, rowsText }: { dialog: ActionDialog; rowsText: string }) {
  const [assignee, setAssignee] = useState("");
  const [ours] = usePeople(null) ?? [];
  const colleagues = ours?.users.filter(({ mayBeAssigned }) => mayBeAssigned) ?? [];
  return (
    <BulkDialog
      {...dialog}
      kind="ncr.assign"
      title={`Assign ${rowsText}`}
      confirmLabel="Assign"
      unchangedText="are assigned to them already"
      args={assignee ? argsOf(assignee) : null}
    >
      {(errors) => (
        <Field
          label="Assign to"
          hint="They get one e-mail. You can undo it for 24 hours."
          error={errors.userId ?? null}
          required
        >
          <Select
            value={assignee}
            placeholder="Choose"
            options={[
              { value: "SUPPLIER", label: "Anyone at the supplier" },
              { value: "OWN", label: "Anyone at our organisation" },
              ...colleagues.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={({ target }) => setAssignee(target.value)}
          />
        </Field>
      )}
    </BulkDialog>
  );
}

function argsOf(assignee: string) {
  if (assignee === "SUPPLIER" || assignee === "OWN") return { party: assignee, userId: null };
  return { party: "OWN", userId: Number(assignee) };
}
