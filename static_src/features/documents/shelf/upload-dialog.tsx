import { useState } from "react";
import { newIdempotencyKey, request } from "../../../api/client";
import { ApiError, errorText } from "../../../api/errors";
import type { Requirement } from "../../../domain/documents/document-state";
import type { TypeBrief } from "../../../domain/documents/document-types";
import { FileUpload } from "../../../domain/uploads/file-upload";
import { useDraft } from "../../../lib/state/use-draft";
import { useFormFields } from "../../../lib/state/use-form-fields";
import { useSave } from "../../../lib/state/use-save";
import { useDates } from "../../../lib/text/dates";
import { toasts } from "../../../lib/toasts";
import { Field } from "../../../ui/field";
import { FormModal } from "../../../ui/form-modal";
import { Checkbox, Select } from "../../../ui/inputs";
import type { OwnDocument, ShelfDocument } from "./types";
import { DetailFields } from "./upload-fields";
import { bodyOf, checkValues, initialValues, type Values } from "./upload-values";
import { endText } from "./validity";

type Props = {
  show: boolean;
  types: readonly TypeBrief[];
  /** The requirement that the document is for; it is sent to the customer. */
  requirement: Requirement | null;
  /** The document that the new one replaces. */
  replaces: ShelfDocument | null;
  onClose: () => void;
  onSaved: () => void;
};

/** The result of saving: the document, and why it was not sent to the customer. */
type Saved = { document: OwnDocument; failure: string };

/** Dialog for a new document with its file, and for one that replaces an earlier one. */
export function UploadDialog({ show, types, requirement, replaces, onClose, onSaved }: Props) {
  const { date } = useDates();
  const fixedType = requirement?.type ?? replaces?.type ?? null;
  const earlier = replaces ?? requirement?.document ?? null;
  const typeOf = (values: Values) =>
    fixedType ?? types.find(({ id }) => String(id) === values.typeId) ?? null;
  const form = useFormFields<Values>(initialValues(fixedType?.id ?? null, earlier), (values) =>
    checkValues(values, typeOf(values)),
  );
  const { values } = form;
  const type = typeOf(values);
  const [isUploading, setUploading] = useState(false);
  /** The end of which the server asks whether it is right. */
  const [doubted, setDoubted] = useState("");
  const key = requirement?.id ?? (replaces ? `replace.${replaces.id}` : "new");
  const draftState = useDraft(`documents.upload.${key}`, () => values, form.reset, { here: show });
  const { save, busy, failure } = useSave({
    send: async (body: ReturnType<typeof bodyOf>, idempotencyKey): Promise<Saved> => {
      const document = await request("POST", "/api/document", {
        body: { ...body, supersedesId: earlier && values.replacesEarlier ? earlier.id : null },
        idempotencyKey,
        toast: (error) => form.refuse(error),
      });
      if (!requirement) return { document, failure: "" };
      try {
        await request("POST", "/api/documentRequirement/{requirement_id}/document", {
          path: { requirement_id: requirement.id },
          body: { documentId: document.id },
          idempotencyKey: newIdempotencyKey(),
          toast: false,
        });
      } catch (error) {
        // The document is stored, so a second try from this form would be refused as the same file.
        return { document, failure: errorText(error) };
      }
      return { document, failure: "" };
    },
    onSaved: (saved) => {
      showSaved(saved, requirement);
      onClose();
      onSaved();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === "dateUnconfirmed") setDoubted(values.validUntil);
    },
    offlineNote: "Your entries are still here.",
  });
  const isDoubted = doubted !== "" && doubted === values.validUntil;

  return (
    <FormModal
      show={show}
      size="lg"
      title={titleOf(requirement, replaces)}
      submitLabel={requirement ? "Upload and send" : replaces ? "Replace document" : "Add document"}
      submitIcon={requirement ? "send" : "upload"}
      busyText={requirement ? "Sending..." : "Saving..."}
      busy={busy}
      canSubmit={!isUploading}
      failure={failure}
      draftState={draftState}
      onSubmit={() => {
        if (form.touchAll() && type) save(bodyOf(values, type));
      }}
      onClose={onClose}
    >
      {requirement?.site && (
        <p>
          <bdi>{requirement.buyer.name}</bdi> needs it for the site <bdi>{requirement.site}</bdi>.
        </p>
      )}
      {!fixedType && (
        <Field label="Type" required error={form.shown("typeId")}>
          <Select
            value={values.typeId}
            placeholder="Choose a type"
            options={types.map(({ id, name }) => ({ value: String(id), label: name }))}
            disabled={busy}
            onChange={(event) => form.set("typeId", event.target.value)}
            onBlur={() => form.touch("typeId")}
          />
        </Field>
      )}
      <Field label="File" hint="A PDF or a picture." required isCustom error={form.shown("attachmentId")}>
        <FileUpload
          kind="DOCUMENT"
          multiple={false}
          camera
          files={values.attachmentId}
          disabled={busy}
          onChange={(files) => form.set("attachmentId", files)}
          onBusy={setUploading}
        />
      </Field>
      {type && (
        <DetailFields form={form} type={type} busy={busy}>
          {isDoubted && (
            <Checkbox
              label={`Yes, it is valid until ${values.validUntil}`}
              checked={values.isDateConfirmed}
              disabled={busy}
              onChange={(event) => form.set("isDateConfirmed", event.target.checked)}
            />
          )}
        </DetailFields>
      )}
      {earlier && requirement && (
        <Checkbox
          label={`Replaces the earlier one (${endText(earlier.validUntil, date)})`}
          hint="The earlier one stays readable for the customers who have it."
          checked={values.replacesEarlier}
          disabled={busy}
          onChange={(event) => form.set("replacesEarlier", event.target.checked)}
        />
      )}
      {replaces && replaces.customers.length > 0 && (
        <p className="text-secondary mb-0">
          Customers who have the earlier document keep it until you send them the new one.
        </p>
      )}
    </FormModal>
  );
}

function titleOf(requirement: Requirement | null, replaces: ShelfDocument | null): string {
  if (requirement) return `Upload ${requirement.type.name} for ${requirement.buyer.name}`;
  return replaces
    ? `Replace ${[replaces.type.name, replaces.number].filter(Boolean).join(" ")}`
    : "Add document";
}

function showSaved({ document, failure }: Saved, requirement: Requirement | null): void {
  const { name } = document.type;
  if (!requirement) toasts.success(`${name} added`);
  else if (!failure) toasts.success(`${name} sent to ${requirement.buyer.name}`);
  else {
    toasts.error(
      `${name} was added to your documents, but not sent to ${requirement.buyer.name}. ${failure} You can send it from the list.`,
    );
  }
}
