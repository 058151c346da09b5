import { useState } from "react";
import { newIdempotencyKey, request } from "../../api/client";
import { ApiError, errorText } from "../../api/errors";
import type { Uploaded } from "../../api/upload";
import { useDraft } from "../../lib/state/use-draft";
import { useFormFields } from "../../lib/state/use-form-fields";
import { useSave } from "../../lib/state/use-save";
import { useDates } from "../../lib/text/dates";
import { toasts } from "../../lib/toasts";
import { Field } from "../../ui/field";
import { FormModal } from "../../ui/form-modal";
import { Checkbox, Select } from "../../ui/inputs";
import type { Requirement } from "./document-state";
import type { TypeBrief } from "./document-types";
import type { ShelfDocument } from "./own-documents";
import { DetailFields, DocumentFileField } from "./upload-fields";
import { bodyOf, checkValues, initialValues, type Values } from "./upload-values";
import { useReading } from "./use-reading";
import { endText } from "./validity";

type Props = {
  show: boolean;
  types: readonly TypeBrief[];
  /** An uploaded file, which the dialog begins with; its document has the only one of `types`. */
  file?: Uploaded | undefined;
  /** The requirement that the document is for; it is sent to the customer. */
  requirement: Requirement | null;
  /** The document that the new one replaces. */
  replaces: ShelfDocument | null;
  onClose: () => void;
  onSaved: () => void;
};

/** The result of saving: the document, and why it was not sent to the customer. */
type Saved = { document: ShelfDocument; failure: string };

/** Dialog for a new document with its file, and for one that replaces an earlier one. */
export function UploadDialog({ show, types, file, requirement, replaces, onClose, onSaved }: Props) {
  const { date } = useDates();
  const fixedType = requirement?.type ?? replaces?.type ?? (file && types[0]) ?? null;
  const earlier = replaces ?? requirement?.document ?? null;
  const typeOf = (values: Values) =>
    fixedType ?? types.find(({ id }) => String(id) === values.typeId) ?? null;
  const form = useFormFields<Values>(
    { ...initialValues(fixedType?.id ?? null, earlier), attachmentId: file ? [file] : [] },
    (values) => checkValues(values, typeOf(values)),
  );
  const { values } = form;
  const type = typeOf(values);
  const [isUploading, setUploading] = useState(false);
  /** The end of which the server asks whether it is right. */
  const [doubted, setDoubted] = useState("");
  const key = file ? `file.${file.id}` : (requirement?.id ?? (replaces ? `replace.${replaces.id}` : "new"));
  const draftState = useDraft(`documents.upload.${key}`, () => values, form.reset, { here: show });
  const customers = replaces?.customers ?? [];
  const isSent = customers.length > 0 && values.sendsToCustomers;
  const { save, busy, failure } = useSave({
    send: async (body: ReturnType<typeof bodyOf>, idempotencyKey): Promise<Saved> => {
      const document = await request("POST", "/api/document", {
        body: {
          ...body,
          supersedesId: earlier && values.replacesEarlier ? earlier.id : null,
          sendToCustomers: isSent,
        },
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
  const reading = useReading(values.attachmentId[0]?.id);

  return (
    <FormModal
      show={show}
      size="lg"
      title={file ? `Add ${types[0]?.name ?? "the file"} to My Documents` : titleOf(requirement, replaces)}
      submitLabel={
        requirement
          ? file
            ? "Add and send"
            : "Upload and send"
          : replaces
            ? isSent
              ? "Replace and send"
              : "Replace document"
            : "Add document"
      }
      submitIcon={requirement || isSent ? "send" : "upload"}
      busyText={requirement || isSent ? "Sending..." : "Saving..."}
      busy={busy}
      canSubmit={!isUploading}
      failure={failure}
      draftState={draftState}
      onSubmit={() => {
        if (form.touchAll() && type) save(bodyOf(values, type));
      }}
      onClose={onClose}
    >
      {file && requirement && (
        <p>
          <bdi>{requirement.buyer.name}</bdi> has asked for this document, so it is sent for the review too.
        </p>
      )}
      {requirement?.site && (
        <p>
          <bdi>{requirement.buyer.name}</bdi> needs it for the site <bdi>{requirement.site}</bdi>.
        </p>
      )}
      {!fixedType && (
        <Field label="Type" required error={form.shown("typeId")}>
          <Select
            placeholder="Choose a type"
            options={types.map(({ id, name }) => ({ value: String(id), label: name }))}
            disabled={busy}
            {...form.text("typeId")}
          />
        </Field>
      )}
      <DocumentFileField form={form} label="File" busy={busy} onUploading={setUploading} />
      {type && <DetailFields form={form} type={type} busy={busy} reading={reading} doubted={doubted} />}
      {earlier && requirement && (
        <Checkbox
          label={`Replaces the earlier one (${endText(earlier.validUntil, date)})`}
          hint="The earlier one stays readable for the customers who have it."
          checked={values.replacesEarlier}
          disabled={busy}
          onChange={(event) => form.set("replacesEarlier", event.target.checked)}
        />
      )}
      {customers.length > 0 && (
        <Checkbox
          label={`Send it to ${namesOf(customers)}`}
          hint={
            customers.length === 1
              ? "This customer has the earlier one, and reviews the new one."
              : "These customers have the earlier one, and review the new one."
          }
          checked={values.sendsToCustomers}
          disabled={busy}
          onChange={(event) => form.set("sendsToCustomers", event.target.checked)}
        />
      )}
    </FormModal>
  );
}

const shownNames = 3;

/** 'Meridian Surgical, Halden Rail and 2 more customers'. */
function namesOf(customers: ShelfDocument["customers"]): string {
  const names = customers.slice(0, shownNames).map(({ name }) => name);
  const more = customers.length - names.length;
  if (more > 0) return `${names.join(", ")} and ${more} more ${more === 1 ? "customer" : "customers"}`;
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : (names[0] ?? "");
}

function titleOf(requirement: Requirement | null, replaces: ShelfDocument | null): string {
  if (requirement) return `Upload ${requirement.type.name} for ${requirement.buyer.name}`;
  return replaces
    ? `Replace ${[replaces.type.name, replaces.number].filter(Boolean).join(" ")}`
    : "Add document";
}

function showSaved({ document, failure }: Saved, requirement: Requirement | null): void {
  const sentTo = document.customers;
  const { name } = document.type;
  if (!requirement)
    toasts.success(sentTo.length > 0 ? `${name} added and sent to ${namesOf(sentTo)}` : `${name} added`);
  else if (!failure) toasts.success(`${name} sent to ${requirement.buyer.name}`);
  else {
    toasts.error(
      `${name} was added to your documents, but not sent to ${requirement.buyer.name}. ${failure} You can send it from the list.`,
    );
  }
}
