import { useEffect, useId, useState } from "react";
import { request } from "../../api/client";
import { fieldErrors } from "../../api/field-errors";
import { followJob } from "../../domain/bulk/follow-job";
import { emit } from "../../lib/events";
import type { OverlayProps } from "../../lib/overlays";
import { useSave } from "../../lib/state/use-save";
import { toasts } from "../../lib/toasts";
import { FormModal } from "../../ui/form-modal";
import { type Draft, type DraftErrors, emptyDraft, serverErrors } from "./draft";
import { MoreRecipients, previewText } from "./more-recipients";
import { GuestsField, OrganisationsField, UsersField } from "./recipient-fields";
import { type Recipients, recipientsOf } from "./request-draft";
import { clearUsers } from "./searches";
import { usePreview } from "./use-preview";

/** Dialog that sends a request to more suppliers. Suppliers that have it already are left out. */
export default function AddSuppliersModal({ detail, show, onClose }: OverlayProps<"OPEN_ADD_SUPPLIERS">) {
  const { requestId } = detail;
  const id = useId();
  const [draft, setDraft] = useState<Draft>({ ...emptyDraft, type: "RFI" });
  const [errors, setErrors] = useState<DraftErrors>({});
  const { preview } = usePreview(draft, requestId);
  useEffect(() => clearUsers, []);
  const change = (changes: Partial<Draft>) => {
    setDraft((current) => ({ ...current, ...changes }));
    setErrors({});
  };
  const { save, busy, failure } = useSave({
    send: (recipients: Recipients, idempotencyKey) =>
      request("POST", "/api/rfxRequest/{request_id}/recipient", {
        path: { request_id: requestId },
        body: { recipients },
        idempotencyKey,
        toast: (error) => !(error.hasFields && serverErrors(error.fields) !== null),
      }),
    onSaved: ({ bulkJobId }) => {
      if (bulkJobId) void followJob(bulkJobId);
      else toasts.success("Suppliers added.");
      emit("RFX_CHANGED", {});
      emit("EVENT_LOG_CHANGED", {});
      onClose();
    },
    offlineNote: "What you chose is still here.",
    onError: (error) => setErrors(serverErrors(fieldErrors(error), draft) ?? {}),
  });
  const submit = () => {
    const recipients = recipientsOf(draft);
    if (preview?.total === 0 && !preview.present && preview.problems.length === 0) {
      setErrors({ recipients: ["Choose at least one supplier."] });
    } else save(recipients);
  };
  return (
    <FormModal
      show={show}
      title="Add suppliers"
      size="lg"
      draftState={null}
      onClose={onClose}
      busy={busy}
      failure={failure}
      onSubmit={submit}
      submitLabel="Send to these suppliers"
      submitIcon="send"
      busyText="Sending..."
      note={
        preview && preview.total > 0 ? (
          <p className="footer-note">Will be sent: {previewText(preview)}</p>
        ) : undefined
      }
    >
      <OrganisationsField id={`${id}-recipients`} draft={draft} error={errors.recipients} onChange={change} />
      {draft.organisations.length > 0 && <UsersField draft={draft} onChange={change} />}
      <GuestsField id={`${id}-guests`} draft={draft} error={errors.guests} onChange={change} />
      <MoreRecipients
        id={`${id}-pasted`}
        draft={draft}
        error={errors.pasted}
        onChange={change}
        requestId={requestId}
      />
    </FormModal>
  );
}
