import { type ReactNode, useState } from "react";
import { request } from "../../api/client";
import { ApiError, errorText } from "../../api/errors";
import { fieldErrors, textBesides } from "../../api/field-errors";
import { useQuery } from "../../lib/state/queries";
import { useDebounced } from "../../lib/state/use-debounced";
import { useSave } from "../../lib/state/use-save";
import { groupDigits } from "../../lib/text/numbers";
import { Field } from "../../ui/field";
import { FormModal } from "../../ui/form-modal";
import { TextInput } from "../../ui/inputs";
import type { BulkJob, BulkPreview, BulkSelection } from "./bulk";
import { followJob } from "./follow-job";
import { PreviewText } from "./preview-text";
import "./bulk.scss";

type Props = {
  /** The kind of action, as registered on the server. */
  kind: string;
  title: string;
  selected: BulkSelection;
  /** The arguments of the action; null while they are incomplete: then there is no preview yet. */
  args?: object | null;
  /** The label of the last button, without the number ('Send reminders'). */
  confirmLabel: string;
  unchangedText?: string;
  /** The fields of the arguments, above the preview. A function gets the errors of `args` by field. */
  children?: ReactNode | ((errors: Record<string, string[]>) => ReactNode);
  /** Called when the job has started, before the dialog closes: clears the selection. */
  onStarted?: (job: BulkJob) => void;
  /** Called when the job has ended and this page is still open: reloads the list. */
  onFinished?: () => void;
  onClose: () => void;
};

/** A job with more mails starts only after their number was typed. */
const confirmedMails = 200;

/** Dialog of an action on many rows: the fields of the action, its preview, and the button that starts it. */
export function BulkDialog(props: Props) {
  const { kind, title, selected, args = {}, confirmLabel, unchangedText, children } = props;
  const { onStarted, onFinished, onClose } = props;
  const [typed, setTyped] = useState("");
  const [errors, setErrors] = useState<Record<string, string[]>>({});
  const settledArgs = JSON.parse(useDebounced(JSON.stringify(args), 300)) as object | null;
  const isSettled = JSON.stringify(args) === JSON.stringify(settledArgs);
  const preview = useQuery({
    queryKey: ["bulkPreview", kind, selected, settledArgs],
    queryFn: ({ signal }) =>
      request("POST", "/api/bulk/preview", {
        body: { kind, ...selected, args: settledArgs ?? {} } as never,
        toast: false,
        signal,
      }),
    enabled: settledArgs !== null,
    // The preview is computed when the dialog opens.
    staleTime: 0,
    gcTime: 0,
  });
  const data = isSettled && preview.data ? preview.data : null;
  const asksForNumber = data !== null && data.mails > confirmedMails;
  const { save, busy, failure } = useSave({
    send: (shown: BulkPreview, key) =>
      request("POST", "/api/bulk", {
        body: {
          kind,
          // Exactly the rows of the preview, even if the list has changed.
          ...(shown.ids ? { ids: shown.ids } : selected),
          args: settledArgs ?? {},
          total: shown.total,
          ...(asksForNumber ? { confirmedMails: shown.mails } : {}),
        } as never,
        idempotencyKey: key,
        toast: false,
      }),
    onSaved: (job) => {
      onStarted?.(job);
      onClose();
      followJob(job.id, onFinished);
    },
    failureOf: (error) => (error instanceof ApiError ? textBesides(error, ["confirmedMails"]) : ""),
    onError: (error) => {
      setErrors(fieldErrors(error));
      if (error instanceof ApiError && error.code === "stale") return preview.refetch();
      if (!(error instanceof ApiError)) throw error;
    },
  });
  const submit = () => {
    if (!data) return;
    const number = typed.replace(/[\s,.]/g, "");
    if (asksForNumber && number !== String(data.mails)) {
      setErrors({ confirmedMails: [`Type ${data.mails} to send the e-mails.`] });
    } else save(data);
  };
  const argErrors = fieldsBelow("args", preview.error);
  const previewFailure = preview.isError && Object.keys(argErrors).length === 0 && errorText(preview.error);
  const count = data?.willChange ?? 0;
  return (
    <FormModal
      title={title}
      onClose={onClose}
      busy={busy}
      failure={failure || previewFailure || ""}
      canSubmit={count > 0}
      draftState={null}
      onSubmit={submit}
      submitLabel={count > 0 ? `${confirmLabel} (${groupDigits(count)})` : confirmLabel}
      busyText="Starting..."
    >
      {typeof children === "function" ? children(argErrors) : children}
      <div aria-live="polite">
        {data ? (
          <PreviewText preview={data} {...(unchangedText ? { unchangedText } : {})} />
        ) : (
          args !== null &&
          !preview.isError && (
            <p className="bulk-summary">
              <span className="skeleton w-60" />
              <span className="visually-hidden">Counting...</span>
            </p>
          )
        )}
      </div>
      {asksForNumber && (
        <Field
          label={`Type ${data.mails} to send the e-mails`}
          error={errors.confirmedMails ?? null}
          required
        >
          <TextInput
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value);
              setErrors({});
            }}
            inputMode="numeric"
            autoComplete="off"
            maxLength={12}
          />
        </Field>
      )}
    </FormModal>
  );
}

/** Return the errors of the fields below `name` ('args.deadline' -> deadline). */
function fieldsBelow(name: string, error: unknown): Record<string, string[]> {
  const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
  return Object.fromEntries(
    fields
      .filter(([path]) => path.startsWith(`${name}.`))
      .map(([path, sentences]) => [path.slice(name.length + 1), sentences]),
  );
}
