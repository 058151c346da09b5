import { useState } from "react";
import { request } from "../../api/client";
import { useQuery } from "../../lib/state/queries";
import { dayOf, dayProblem, parseDay } from "../../lib/text/days";
import { DateInput } from "../../ui/date-input";
import { Field } from "../../ui/field";
import { TextArea } from "../../ui/inputs";
import { LoadFailed } from "../../ui/load-more";
import { Skeleton } from "../../ui/skeleton";
import { BulkDialog } from "../bulk/bulk-dialog";
import type { ActionDialog } from "../bulk/use-bulk-action";
import { TypeChoice } from "./ask-dialog";

type Props = {
  /** The action, whose filter is that of the list. */
  kind: "documents.ask" | "documents.askInMatrix";
  dialog: ActionDialog;
  /** The number of suppliers as text. */
  rowsText: string;
};

/** Dialog of the bulk action that asks the selected suppliers for documents. */
export function AskDocumentsDialog({ kind, dialog, rowsText }: Props) {
  const [typeIds, setTypeIds] = useState<readonly number[]>([]);
  const [due, setDue] = useState("");
  const [message, setMessage] = useState("");
  const types = useQuery({
    queryKey: ["documentTypes"],
    queryFn: ({ signal }) => request("GET", "/api/documentType", { signal, toast: false }),
  });
  const available = types.data?.filter((type) => !type.archived && (type.isShipped || type.isOwn)) ?? [];
  const problem = due.trim() ? dayProblem(due) : null;
  return (
    <BulkDialog
      {...dialog}
      kind={kind}
      title={`Ask ${rowsText} for documents`}
      confirmLabel="Ask for documents"
      unchangedText="have them already, or they are to review or waived"
      args={typeIds.length > 0 && !problem ? { typeIds, message: message.trim(), due: parseDay(due) } : null}
    >
      {(errors) => (
        <>
          {types.isError && !types.data ? (
            <LoadFailed title="The types could not be loaded." refetch={() => types.refetch()} />
          ) : types.data ? (
            <TypeChoice
              types={available}
              chosen={typeIds}
              error={errors.typeIds ?? []}
              disabled={false}
              onChange={setTypeIds}
            />
          ) : (
            <Skeleton lines={5} />
          )}
          <Field
            label="Due"
            hint="Optional. By default in 14 days."
            error={problem ? [problem] : (errors.due ?? null)}
          >
            <DateInput
              value={parseDay(due)}
              text={due}
              min={dayOf(new Date())}
              onChange={(_, text) => setDue(text)}
            />
          </Field>
          <Field label="Message" hint="Optional. It is part of the e-mail." error={errors.message ?? null}>
            <TextArea
              rows={3}
              value={message}
              maxLength={2_000}
              onChange={({ target }) => setMessage(target.value)}
            />
          </Field>
        </>
      )}
    </BulkDialog>
  );
}
