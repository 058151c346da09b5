import { useState } from "react";
import { request } from "../../../api/client";
import { ApiError } from "../../../api/errors";
import { DetailFields, DocumentFileField } from "../../../domain/documents/upload-fields";
import { bodyOf, checkValues, initialValues, type Values } from "../../../domain/documents/upload-values";
import { useReading } from "../../../domain/documents/use-reading";
import { useDraft } from "../../../lib/state/use-draft";
import { useFormFields } from "../../../lib/state/use-form-fields";
import { useSave } from "../../../lib/state/use-save";
import { Button } from "../../../ui/button";
import { FailureAlert } from "../../../ui/failure-alert";
import type { GuestRequirement } from "./types";
import "../shelf/shelf.scss";

type Props = {
  requirement: GuestRequirement;
  buyerName: string;
  onSent: (requirement: GuestRequirement) => void;
};

/** The file of a document with its details, which are asked for once the file is there. */
export function GuestFileForm({ requirement, buyerName, onSent }: Props) {
  const { id, type, state } = requirement;
  const empty = initialValues(type.id, null);
  const form = useFormFields<Values>(empty, (values) => checkValues(values, type));
  const { values } = form;
  const [isUploading, setUploading] = useState(false);
  /** The end of which the server asks whether it is right. */
  const [doubted, setDoubted] = useState("");
  useDraft(`documents.guest.${id}.${state}`, () => values, form.reset, { survivesLeaving: true });
  const reading = useReading(values.attachmentId[0]?.id);
  const { save, busy, failure } = useSave({
    send: ({ typeId: _, ...body }: ReturnType<typeof bodyOf>, idempotencyKey) =>
      request("POST", "/api/documentRequirement/{requirement_id}/file", {
        path: { requirement_id: id },
        body,
        idempotencyKey,
        toast: (error) => form.refuse(error),
      }),
    success: `${type.name} sent to ${buyerName}`,
    onSaved: (sent) => {
      form.reset(empty);
      onSent(sent);
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === "dateUnconfirmed") setDoubted(values.validUntil);
    },
    offlineNote: "Your entries are still here.",
  });
  const hasFile = values.attachmentId.length > 0;
  const label = state === "ASKED" ? "File" : "New file";
  return (
    <form
      className="guest-document-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (form.touchAll()) save(bodyOf(values, type));
      }}
    >
      <DocumentFileField form={form} label={label} busy={busy} onUploading={setUploading} />
      {hasFile && (
        <>
          <DetailFields form={form} type={type} busy={busy} reading={reading} doubted={doubted} />
          <FailureAlert error={failure} />
          <Button
            type="submit"
            variant="primary"
            icon="send"
            busy={busy}
            busyText="Sending..."
            disabled={isUploading}
            aria-label={`Send ${type.name}`}
          >
            Send
          </Button>
        </>
      )}
    </form>
  );
}
