import { useState } from "react";
import { BulkBar } from "../../../../domain/bulk/bulk-bar";
import { BulkDialog } from "../../../../domain/bulk/bulk-dialog";
import { SelectionStatus } from "../../../../domain/bulk/list-selection";
import { type ActionDialog, useBulkAction } from "../../../../domain/bulk/use-bulk-action";
import type { Selection } from "../../../../domain/bulk/use-selection";
import { DeadlineDialog, RemindDialog, WithdrawDialog } from "../../../../domain/rfx-bulk-dialogs";
import { toasts } from "../../../../lib/toasts";
import { Field } from "../../../../ui/field";
import { isBlankHtml, RichEditor } from "../../../../ui/rich-editor";
import type { RfxRequest, SupplierRow } from "../../types";
import { downloadAnswers } from "../download-answers";

type Props = {
  request: RfxRequest;
  /** The rows that the list shows. */
  rows: readonly SupplierRow[];
  selection: Selection;
  /** Called when an action has ended. */
  onChanged: () => void;
};

type Action = "remind" | "deadline" | "message" | "withdraw";

const sealedHint = "The request is sealed: its deadline is changed for all suppliers together.";

/** The bar with the actions on the ticked suppliers, and their dialogs. */
export function BulkActions({ request, rows, selection, onChanged }: Props) {
  const isSealed = request.isSealed && request.sealOpened === null;
  const ids = rows.filter(({ id }) => selection.ticks.has(id)).map(({ id }) => id);
  const noun = ["supplier", "suppliers"] as const;
  const shown = { ...selection, count: ids.length, selected: { ids } };
  const { action, show, dialog, rowsText } = useBulkAction<Action>({ selection: shown, onChanged, noun });
  const download = () =>
    isSealed ? toasts.info("The answers are sealed until the deadline.") : downloadAnswers(request.id, ids);
  return (
    <>
      <SelectionStatus selection={selection} />
      <BulkBar
        selection={selection}
        actions={[
          { label: "Remind", icon: "bell", onSelect: show("remind") },
          {
            label: "Change deadline...",
            icon: "calendar",
            onSelect: isSealed ? () => toasts.info(sealedHint) : show("deadline"),
          },
          { label: "Message...", icon: "message", onSelect: show("message") },
          { label: "Export", icon: "download", onSelect: download },
          { label: "Withdraw...", icon: "declined", onSelect: show("withdraw") },
        ]}
      />
      {action === "remind" && <RemindDialog dialog={dialog} rowsText={rowsText} />}
      {action === "deadline" && <DeadlineDialog dialog={dialog} rowsText={rowsText} />}
      {action === "message" && <MessageDialog dialog={dialog} rowsText={rowsText} />}
      {action === "withdraw" && <WithdrawDialog dialog={dialog} rowsText={`from ${rowsText}`} />}
    </>
  );
}

type MessageProps = { dialog: ActionDialog; rowsText: string };

function MessageDialog({ dialog, rowsText }: MessageProps) {
  const [html, setHtml] = useState("");
  return (
    <BulkDialog
      {...dialog}
      kind="rfx.message"
      title={`Message to ${rowsText}`}
      confirmLabel="Send message"
      args={isBlankHtml(html) ? null : { html }}
    >
      {(errors) => (
        <Field
          label="Message"
          hint="Each supplier reads it in its own conversation, guests in an e-mail. They do not see each other."
          error={errors.html ?? null}
          required
        >
          <RichEditor value={html} onChange={setHtml} />
        </Field>
      )}
    </BulkDialog>
  );
}
