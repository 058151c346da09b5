import { useState } from "react";
import { BulkBar } from "../../../../domain/bulk/bulk-bar";
import { BulkDialog } from "../../../../domain/bulk/bulk-dialog";
import type { Selection } from "../../../../domain/bulk/use-selection";
import { dayOf, dayProblem, endOfDay } from "../../../../lib/text/days";
import { toasts } from "../../../../lib/toasts";
import { DateInput } from "../../../../ui/date-input";
import { Field } from "../../../../ui/field";
import { TextArea } from "../../../../ui/inputs";
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

const longestReason = 2000;
const sealedHint = "The request is sealed: its deadline is changed for all suppliers together.";

/** The bar with the actions on the ticked suppliers, and their dialogs. */
export function BulkActions({ request, rows, selection, onChanged }: Props) {
  const [action, setAction] = useState<Action | null>(null);
  const isSealed = request.isSealed && request.sealOpened === null;
  const ids = rows.filter(({ id }) => selection.ticks.has(id)).map(({ id }) => id);
  const whom = ids.length === 1 ? "1 supplier" : `${ids.length} suppliers`;
  const shared = {
    selected: { ids },
    onStarted: selection.clear,
    onFinished: onChanged,
    onClose: () => setAction(null),
  };
  const download = () =>
    isSealed ? toasts.info("The answers are sealed until the deadline.") : downloadAnswers(request.id, ids);
  return (
    <>
      <BulkBar
        selection={selection}
        actions={[
          { label: "Remind", icon: "bell", onSelect: () => setAction("remind") },
          {
            label: "Extend deadline...",
            icon: "calendar",
            onSelect: () => (isSealed ? toasts.info(sealedHint) : setAction("deadline")),
          },
          { label: "Message...", icon: "message", onSelect: () => setAction("message") },
          { label: "Export", icon: "download", onSelect: download },
          { label: "Withdraw...", icon: "declined", onSelect: () => setAction("withdraw") },
        ]}
      />
      {action === "remind" && (
        <BulkDialog {...shared} kind="rfx.remind" title={`Remind ${whom}`} confirmLabel="Send reminders" />
      )}
      {action === "deadline" && <DeadlineDialog shared={shared} whom={whom} />}
      {action === "message" && <MessageDialog shared={shared} whom={whom} />}
      {action === "withdraw" && <WithdrawDialog shared={shared} whom={whom} />}
    </>
  );
}

type DialogProps = {
  shared: {
    selected: { ids: number[] };
    onStarted: () => void;
    onFinished: () => void;
    onClose: () => void;
  };
  /** The number of suppliers as text. */
  whom: string;
};

function DeadlineDialog({ shared, whom }: DialogProps) {
  const [day, setDay] = useState<string | null>(null);
  const [text, setText] = useState("");
  const problem = text.trim() && !day ? dayProblem(text) : null;
  return (
    <BulkDialog
      {...shared}
      kind="rfx.changeDeadline"
      title={`Extend the deadline of ${whom}`}
      confirmLabel="Extend deadline"
      args={day ? { deadline: endOfDay(day) } : null}
      unchangedText="have it already"
    >
      {(errors) => (
        <Field
          label="New deadline"
          hint="The suppliers get an e-mail. You can undo it for 24 hours."
          error={problem ? [problem] : (errors.deadline ?? null)}
          required
        >
          <DateInput
            value={day}
            text={text}
            min={dayOf(new Date())}
            onChange={(next, typed) => {
              setDay(next);
              setText(typed);
            }}
          />
        </Field>
      )}
    </BulkDialog>
  );
}

function MessageDialog({ shared, whom }: DialogProps) {
  const [html, setHtml] = useState("");
  return (
    <BulkDialog
      {...shared}
      kind="rfx.message"
      title={`Message to ${whom}`}
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

function WithdrawDialog({ shared, whom }: DialogProps) {
  const [reason, setReason] = useState("");
  return (
    <BulkDialog
      {...shared}
      kind="rfx.withdraw"
      title={`Withdraw from ${whom}`}
      confirmLabel="Withdraw"
      args={reason.trim() ? { reason: reason.trim() } : null}
    >
      {(errors) => (
        <>
          <p>
            They can no longer answer, and a new deadline won't change that. We'll e-mail them the reason.
            Answers given so far are kept.
          </p>
          <Field label="Reason" error={errors.reason ?? null} required>
            <TextArea
              grow
              rows={3}
              value={reason}
              maxLength={longestReason}
              onChange={({ target }) => setReason(target.value)}
            />
          </Field>
        </>
      )}
    </BulkDialog>
  );
}
