import { useState } from "react";
import { newIdempotencyKey, request } from "../../api/client";
import { ApiError, isOffline, isSentBefore } from "../../api/errors";
import { fieldErrors } from "../../api/field-errors";
import { usePageContext } from "../../lib/browser/page-context";
import { emit } from "../../lib/events";
import { takeDraft, useDraftSaving } from "../../lib/state/drafts";
import { useFormFields } from "../../lib/state/use-form-fields";
import { toasts } from "../../lib/toasts";
import { Button } from "../../ui/button";
import { DraftRestoredAlert } from "../../ui/draft-restored-alert";
import { focusOnMount } from "../../ui/field";
import { FormModal } from "../../ui/form-modal";
import { OfflineAlert, useOfflineError } from "../../ui/offline-alert";
import { isDeleted, restoreNcr } from "./calls";
import { draftFaults, draftOf, isSameDraft, type NcrDraft, newDraft, payloadOf } from "./draft";
import { type Differing, rebased } from "./draft-rebase";
import { NcrFormFields } from "./ncr-form-fields";
import type { KnownSupplier, Ncr } from "./types";
import "./ncr.scss";

type Props = {
  show: boolean;
  /** What is edited; without it a new one is written. */
  ncr: Ncr | undefined;
  supplier: KnownSupplier | null;
  onCancel: () => void;
  onSaved: (ncr: Ncr) => void;
};

const savedBefore =
  "The non-conformance had been saved the first time, as it was before you changed it. Save again to have this one as well.";

/** Edit mode: the fields of a non-conformance, with Cancel and Save (specification, sections 2 and 5). */
export function EditModal({ show, ncr, supplier, onCancel, onSaved }: Props) {
  const userId = usePageContext().user?.id ?? 0;
  const [start] = useState(() => (ncr ? draftOf(ncr) : newDraft(userId, supplier)));
  const draftKey = ncr ? `ncr.${ncr.id}.${ncr.version}` : `newNcr.${supplier?.relationshipId ?? ""}`;
  const [restoredDraft, setRestoredDraft] = useState(() => takeDraft<NcrDraft>(draftKey, userId));
  /** What the draft is a change of; another's save in between makes it theirs. */
  const [base, setBase] = useState(ncr);
  const [stale, setStale] = useState<{ sentence: string; differing: readonly Differing[] } | null>(null);
  /** A colleague has deleted it meanwhile. */
  const [deleted, setDeleted] = useState(false);
  const form = useFormFields(restoredDraft ?? start, draftFaults);
  const [saving, setSaving] = useState(false);
  const [uploading, setUploading] = useState(false);
  const [failure, setFailure] = useState("");
  const [key, setKey] = useState(newIdempotencyKey);

  const discard = useDraftSaving(
    draftKey,
    userId,
    () => (isSameDraft(form.values, start) ? null : form.values),
    show,
  );

  /** Somebody else saved first: what they alone changed is taken over, what both did is left to the reader. */
  const takeOver = async (to: Ncr, sentence: string) => {
    const now = await request("GET", "/api/ncr/{ncr_id}", { path: { ncr_id: to.id }, toast: false });
    const { draft, differing } = rebased(form.values, to, now);
    form.reset(draft);
    setBase(now);
    setStale({ sentence, differing });
  };

  const save = async () => {
    if (!form.touchAll() || uploading) return;
    setSaving(true);
    setFailure("");
    setStale(null);
    setDeleted(false);
    try {
      const body = payloadOf(form.values);
      const toast = (error: ApiError) =>
        error.code !== "stale" && !isSentBefore(error) && !(base && isDeleted(error)) && form.refuse(error);
      const saved = base
        ? await request("PUT", "/api/ncr/{ncr_id}", {
            path: { ncr_id: base.id },
            body: { ...body, version: base.version },
            toast,
          })
        : await request("POST", "/api/ncr", { body, toast, idempotencyKey: key });
      discard();
      toasts.success("Changes saved ok.");
      onSaved(saved);
    } catch (error) {
      setSaving(false);
      if (base && error instanceof ApiError && error.code === "stale") {
        return takeOver(base, error.message).catch(() => setFailure(error.message));
      }
      if (base && isDeleted(error)) return setDeleted(true);
      // Another text is another intention: a key stands for one.
      if (Object.keys(fieldErrors(error)).length > 0) setKey(newIdempotencyKey());
      if (isOffline(error)) setFailure(`${error.message} What you wrote is still here.`);
      if (isSentBefore(error)) {
        setKey(newIdempotencyKey());
        setFailure(savedBefore);
        emit("NON_CONFORMANCE_CHANGED", {});
      }
    }
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
      onSubmit={save}
      submitLabel="Save"
      busyText="Saving..."
      canSubmit={form.valid && !uploading}
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
      {stale && <StaleNote {...stale} />}
      {deleted && base && <DeletedNote id={base.id} onRestored={() => setDeleted(false)} />}
      <NcrFormFields
        key={`${base?.version} ${restoredDraft !== null}`}
        form={form}
        ncr={base}
        // The supplier that was written to is part of the conversation.
        supplierLocked={base !== undefined && base.userTask.messageThread.id !== null}
        onUploading={setUploading}
      />
    </FormModal>
  );
}

/** That a colleague has deleted it, with the way to save what was written all the same. */
function DeletedNote({ id, onRestored }: { id: number; onRestored: () => void }) {
  const [busy, setBusy] = useState(false);
  const [offlineError, setOfflineError] = useOfflineError();
  const restore = async () => {
    setBusy(true);
    setOfflineError(null);
    try {
      await restoreNcr(id);
      toasts.success("Non-conformance restored.");
      onRestored();
    } catch (error) {
      setOfflineError(error);
      setBusy(false);
    }
  };
  return (
    <div ref={focusOnMount} tabIndex={-1} className="alert alert-warning" role="alert">
      <p>
        A colleague has deleted this non-conformance, so nothing was saved. What you wrote is still here:
        restore the non-conformance, then save.
      </p>
      <OfflineAlert error={offlineError} />
      <Button icon="restore" busy={busy} busyText="Restoring..." onClick={restore}>
        Restore
      </Button>
    </div>
  );
}

/** That somebody else saved first, and what they wrote where one's own words stand now. */
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
