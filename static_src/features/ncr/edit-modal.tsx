import { useState } from "react";
import { newIdempotencyKey, request } from "../../api/client";
import { fieldErrors, isLost } from "../../api/errors";
import { usePageContext } from "../../lib/page-context";
import { toasts } from "../../lib/toasts";
import { useFormFields } from "../../lib/use-form-fields";
import { Button } from "../../ui/button";
import { Modal } from "../../ui/modal";
import { draftFaults, draftOf, newDraft, payloadOf } from "./draft";
import { NcrFormFields } from "./ncr-form-fields";
import type { KnownSupplier, Ncr } from "./types";

type Props = {
  show: boolean;
  /** What is edited; without it a new one is written. */
  ncr: Ncr | undefined;
  supplier: KnownSupplier | null;
  onCancel: () => void;
  onSaved: (ncr: Ncr) => void;
};

/** Edit mode: the fields of a non-conformance, with Cancel and Save (specification, sections 2 and 5). */
export function EditModal({ show, ncr, supplier, onCancel, onSaved }: Props) {
  const userId = usePageContext().user?.id ?? 0;
  const [start] = useState(() => (ncr ? draftOf(ncr) : newDraft(userId, supplier)));
  const form = useFormFields(start, draftFaults);
  const [saving, setSaving] = useState(false);
  const [uploading, setUploading] = useState(false);
  const [failure, setFailure] = useState("");
  const [key, setKey] = useState(newIdempotencyKey);

  const save = async () => {
    if (!form.touchAll() || uploading) return;
    setSaving(true);
    setFailure("");
    try {
      const options = {
        body: payloadOf(form.values),
        toast: (error: { hasFields: boolean }) => !error.hasFields,
      };
      const saved = ncr
        ? await request<Ncr>("PUT", `/api/ncr/${ncr.id}`, options)
        : await request<Ncr>("POST", "/api/ncr", { ...options, idempotencyKey: key });
      toasts.success("Changes saved ok.");
      onSaved(saved);
    } catch (error) {
      setSaving(false);
      // Another text is another intention: a key stands for one.
      if (Object.keys(fieldErrors(error)).length > 0) setKey(newIdempotencyKey());
      const placed = form.refuse(error);
      if (isLost(error)) setFailure(`${error.message} Please try again. What you wrote is still here.`);
      else if (!placed) setFailure(Object.values(fieldErrors(error)).flat().join(" "));
    }
  };

  return (
    <Modal
      show={show}
      title={ncr ? `Non-Conformance #${ncr.id}` : "New Non-Conformance"}
      size="lg"
      onClose={onCancel}
      busy={saving}
      onSubmit={save}
      footer={
        <>
          <Button onClick={onCancel} disabled={saving}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="primary"
            busy={saving}
            busyText="Saving..."
            disabled={!form.valid || uploading}
          >
            Save
          </Button>
        </>
      }
    >
      {failure && (
        <div className="alert alert-danger" role="alert">
          {failure}
        </div>
      )}
      <NcrFormFields
        form={form}
        ncr={ncr}
        // The supplier that was written to is part of the conversation.
        supplierLocked={ncr !== undefined && ncr.userTask.messageThread.id !== null}
        onUploading={setUploading}
      />
    </Modal>
  );
}
