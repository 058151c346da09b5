import { useState } from "react";
import { request } from "../../api/client";
import { type ApiError, isOffline, isSentBefore } from "../../api/errors";
import { fieldErrors } from "../../api/field-errors";
import { usePageContext } from "../../lib/browser/page-context";
import { emit } from "../../lib/events";
import { takeDraft, useDraftSaving } from "../../lib/state/drafts";
import { isStale } from "../../lib/state/use-basis";
import { useFormFields } from "../../lib/state/use-form-fields";
import { useSave } from "../../lib/state/use-save";
import { Button } from "../../ui/button";
import { DraftRestoredAlert } from "../../ui/draft-restored-alert";
import { FailureAlert } from "../../ui/failure-alert";
import { focusOnMount, StillNeeded } from "../../ui/field";
import { FormModal } from "../../ui/form-modal";
import { isDeleted, restoreNcr } from "./calls";
import { draftFaults, draftOf, isSameDraft, type NcrDraft, newDraft, payloadOf } from "./draft";
import { type Differing, rebased } from "./draft-rebase";
import { NcrFormFields } from "./ncr-form-fields";
import type { KnownSupplier, Ncr } from "./types";
import "./ncr.scss";

type Props = {
  show: boolean;
  /** The non-conformance to edit; undefined for a new one. */
  ncr: Ncr | undefined;
  supplier: KnownSupplier | null;
  onCancel: () => void;
  onSaved: (ncr: Ncr) => void;
};

const savedBefore =
  "Your first save went through, without your latest changes. Save again to create another non-conformance with them.";

/** Edit mode: the fields of a non-conformance, with Cancel and Save (specification, sections 2 and 5). */
export function EditModal({ show, ncr, supplier, onCancel, onSaved }: Props) {
  const userId = usePageContext().user?.id ?? 0;
  const [start] = useState(() => (ncr ? draftOf(ncr) : newDraft(userId, supplier)));
  const draftKey = ncr ? `ncr.${ncr.id}.${ncr.version}` : `newNcr.${supplier?.relationshipId ?? ""}`;
  const [restoredDraft, setRestoredDraft] = useState(() => takeDraft<NcrDraft>(draftKey, userId));
  /** The base version of the draft; after a conflict it is the version that the other user saved. */
  const [base, setBase] = useState(ncr);
  const [conflict, setConflict] = useState<{ sentence: string; differing: readonly Differing[] } | null>(
    null,
  );
  /** True if a colleague has deleted it meanwhile. */
  const [deleted, setDeleted] = useState(false);
  const form = useFormFields(restoredDraft ?? start, draftFaults);
  const [uploading, setUploading] = useState(false);

  const discard = useDraftSaving(
    draftKey,
    userId,
    () => (isSameDraft(form.values, start) ? null : form.values),
    show,
  );

  /** After a conflict, take over the fields that only the other user changed, and list those that both changed. */
  const takeOver = async (to: Ncr, sentence: string) => {
    const current = await request("GET", "/api/ncr/{ncr_id}", { path: { ncr_id: to.id }, toast: false });
    const { draft, differing } = rebased(form.values, to, current);
    form.reset(draft);
    setBase(current);
    setConflict({ sentence, differing });
  };

  const {
    save,
    busy: saving,
    failure,
    setFailure,
    renewKey,
  } = useSave({
    send: (body: ReturnType<typeof payloadOf>, idempotencyKey) => {
      const toast = (error: ApiError) =>
        !isStale(error) && !isSentBefore(error) && !(base && isDeleted(error)) && form.refuse(error);
      return base
        ? request("PUT", "/api/ncr/{ncr_id}", {
            path: { ncr_id: base.id },
            body: { ...body, version: base.version },
            toast,
          })
        : request("POST", "/api/ncr", { body, toast, idempotencyKey });
    },
    success: "Changes saved ok.",
    onSaved: (saved) => {
      discard();
      onSaved(saved);
    },
    failureOf: (error) => {
      if (isSentBefore(error)) return savedBefore;
      return isOffline(error) ? `${error.message} What you wrote is still here.` : "";
    },
    onError: (error) => {
      if (base && isStale(error)) {
        takeOver(base, error.message).catch(() => setFailure(error.message));
      } else if (base && isDeleted(error)) setDeleted(true);
      // The user corrects the refused fields, so the content of the next request is different.
      if (Object.keys(fieldErrors(error)).length > 0) renewKey();
      if (isSentBefore(error)) emit("NON_CONFORMANCE_CHANGED", {});
    },
    keepsKey: true,
    leaves: true,
  });
  const submit = () => {
    if (!form.touchAll() || uploading) return;
    setConflict(null);
    setDeleted(false);
    save(payloadOf(form.values));
  };

  return (
    <FormModal
      show={show}
      title={ncr ? `Non-Conformance #${ncr.id}` : "New Non-Conformance"}
      size="lg"
      draftState={null}
      onClose={onCancel}
      busy={saving}
      failure={failure}
      onSubmit={submit}
      submitLabel="Save"
      busyText="Saving..."
      canSubmit={form.valid && !uploading}
      note={<StillNeeded labels={form.missing(labels)} />}
      onCancel={() => {
        discard();
        onCancel();
      }}
    >
      {restoredDraft && (
        <DraftRestoredAlert
          onStartOver={() => {
            setRestoredDraft(null);
            form.reset(start);
          }}
        />
      )}
      {conflict && <StaleNote {...conflict} />}
      {deleted && base && <DeletedNote id={base.id} onRestored={() => setDeleted(false)} />}
      <NcrFormFields
        key={`${base?.version} ${restoredDraft !== null}`}
        form={form}
        ncr={base}
        // Messages may have been sent to this supplier, so it can no longer be changed.
        supplierLocked={base !== undefined && base.userTask.messageThread.id !== null}
        onUploading={setUploading}
      />
    </FormModal>
  );
}

/** The labels of the fields that can be missing or wrong. */
const labels = {
  supplierRelationshipId: "Supplier",
  eventDate: "Event date",
  accountName: "Account name",
  createdById: "Reported by",
  title: "Summary",
  due: "Due",
  quantityDelivered: "Delivered",
  quantityChecked: "Checked",
  quantityDefective: "Defective",
  cost: "Cost",
  currency: "Currency",
};

/** Note that a colleague has deleted the non-conformance, with a button that restores it. */
function DeletedNote({ id, onRestored }: { id: number; onRestored: () => void }) {
  const { save, busy, failure } = useSave({
    send: () => restoreNcr(id),
    success: "Non-conformance restored.",
    onSaved: onRestored,
    leaves: true,
  });
  return (
    <div ref={focusOnMount} tabIndex={-1} className="alert alert-warning" role="alert">
      <p>
        A colleague has deleted this non-conformance, so nothing was saved. What you wrote is still here:
        restore the non-conformance, then save.
      </p>
      <FailureAlert error={failure} />
      <Button icon="restore" busy={busy} busyText="Restoring..." onClick={() => save()}>
        Restore
      </Button>
    </div>
  );
}

/** Note about a conflict, with the other user's values of the fields that both changed. */
function StaleNote({ sentence, differing }: { sentence: string; differing: readonly Differing[] }) {
  return (
    <div ref={focusOnMount} tabIndex={-1} className="alert alert-warning" role="alert">
      <p className="mb-0">
        {sentence} What you wrote is still here, beside their changes. Look at it once more, then save.
      </p>
      {differing.length > 0 && (
        <dl className="ncr-differing" aria-label="Changed by both">
          {differing.map(({ label, theirs }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{theirs || "(empty)"}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
