import { useState } from "react";
import { request } from "../../../api/client";
import { ApiError } from "../../../api/errors";
import type { ShelfDocument } from "../../../domain/documents/own-documents";
import { DetailFields } from "../../../domain/documents/upload-fields";
import { checkValues, detailsOf, storedValues, type Values } from "../../../domain/documents/upload-values";
import { useDraft } from "../../../lib/state/use-draft";
import { useFormFields } from "../../../lib/state/use-form-fields";
import { useSave } from "../../../lib/state/use-save";
import { FormModal } from "../../../ui/form-modal";

type Props = { show: boolean; document: ShelfDocument; onClose: () => void; onSaved: () => void };

/** Dialog for the details of a document that no customer has. The file stays; "Replace..." is for another one. */
export function EditDialog({ show, document, onClose, onSaved }: Props) {
  const { id, type } = document;
  const form = useFormFields<Values>(storedValues(document), (values) => checkValues(values, type));
  const { values } = form;
  /** The end of which the server asks whether it is right. */
  const [doubted, setDoubted] = useState("");
  const draftState = useDraft(`documents.edit.${id}`, () => values, form.reset, { here: show });
  const { save, busy, failure } = useSave({
    send: (body: ReturnType<typeof detailsOf>) =>
      request("PUT", "/api/document/{document_id}", {
        path: { document_id: id },
        body,
        toast: (error) => form.refuse(error),
      }),
    success: `${type.name} saved`,
    onSaved: () => {
      onClose();
      onSaved();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === "dateUnconfirmed") setDoubted(values.validUntil);
    },
    offlineNote: "Your entries are still here.",
  });
  return (
    <FormModal
      show={show}
      size="lg"
      title={`Edit ${[type.name, document.number].filter(Boolean).join(" ")}`}
      submitLabel="Save"
      busyText="Saving..."
      busy={busy}
      failure={failure}
      draftState={draftState}
      onSubmit={() => {
        if (form.touchAll()) save(detailsOf(values, type));
      }}
      onClose={onClose}
    >
      <DetailFields form={form} type={type} busy={busy} reading={null} doubted={doubted} />
    </FormModal>
  );
}
