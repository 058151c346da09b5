import { useId, useState } from "react";
import { request } from "../../api/client";
import type { ApiResponse } from "../../api/types";
import { emit } from "../../lib/events";
import { useQuery } from "../../lib/state/queries";
import { useDraft } from "../../lib/state/use-draft";
import { useFormFields } from "../../lib/state/use-form-fields";
import { useSave } from "../../lib/state/use-save";
import { dayOf, dayProblem, parseDay } from "../../lib/text/days";
import { folded } from "../../lib/text/folded";
import { formatCount } from "../../lib/text/numbers";
import { DateInput } from "../../ui/date-input";
import { Field, FieldGroup, StillNeeded } from "../../ui/field";
import { FormModal } from "../../ui/form-modal";
import { Checkbox, SearchInput, Select, TextArea, TextInput } from "../../ui/inputs";
import { LoadFailed } from "../../ui/load-more";
import { Skeleton } from "../../ui/skeleton";
import { MailPersonFields, mailPersonFaults } from "../people/mail-person-fields";
import { documentStates } from "./document-state";
import type { DocumentType } from "./document-types";
import "./documents.scss";

export type AskedSupplier = { relationshipId: number; organisationId: number; name: string };

type Asked = ApiResponse<"Asked">;
type Values = {
  typeIds: readonly number[];
  site: string;
  /** The id of a contact, `byEmail`, or empty for everyone. */
  userId: string;
  email: string;
  name: string;
  due: string;
  message: string;
};

type Props = {
  suppliers: readonly AskedSupplier[];
  /** Types and site that are filled in, to ask for a document again. */
  typeIds?: readonly number[];
  site?: string;
  show: boolean;
  onClose: () => void;
};

/** The number of types from which the list can be filtered. */
const longList = 12;
/** The choice of a person without an account, by e-mail address. */
const byEmail = "email";
const limits = { site: 200, message: 2_000 };

/** Dialog that asks one or more suppliers for documents. The contact can be chosen for a single supplier only. */
export function AskDialog({ suppliers, typeIds = [], site = "", show, onClose }: Props) {
  const types = useQuery({
    queryKey: ["documentTypes"],
    queryFn: ({ signal }) => request("GET", "/api/documentType", { signal, toast: false }),
    enabled: show,
  });
  const available = types.data?.filter((type) => !type.archived && (type.isShipped || type.isOwn)) ?? [];
  const form = useFormFields<Values>(
    { typeIds, site, userId: "", email: "", name: "", due: "", message: "" },
    check,
  );
  const { values } = form;
  const single = suppliers.length === 1 ? suppliers[0] : undefined;
  const key = suppliers.map(({ relationshipId }) => relationshipId).join();
  const draftState = useDraft(`documents.ask.${key}`, () => values, form.reset, { here: show });
  const { save, busy, failure } = useSave({
    send: (body: ReturnType<typeof bodyOf>, idempotencyKey) =>
      request("POST", "/api/documentRequirement/request", {
        body: { relationshipIds: suppliers.map(({ relationshipId }) => relationshipId), ...body },
        idempotencyKey,
        toast: (error) => form.refuse(error),
      }),
    success: (asked) => askedText(asked, suppliers, available),
    onSaved: () => {
      for (const { relationshipId } of suppliers) {
        emit("DOCUMENTS_CHANGED", { relationshipId });
        emit("EVENT_LOG_CHANGED", { relationshipId });
      }
      onClose();
    },
    offlineNote: "Your entries are still here.",
  });

  return (
    <FormModal
      show={show}
      title={single ? `Ask ${single.name} for documents` : `Ask ${suppliers.length} suppliers for documents`}
      onClose={onClose}
      busy={busy}
      failure={failure}
      draftState={draftState}
      onSubmit={() => form.touchAll() && save(bodyOf(values))}
      submitLabel={
        values.typeIds.length > 1 ? `Ask for ${values.typeIds.length} documents` : "Ask for document"
      }
      submitIcon="send"
      busyText="Asking..."
      canSubmit={values.typeIds.length > 0}
      note={<StillNeeded labels={values.typeIds.length > 0 ? [] : ["Documents"]} />}
    >
      {types.isError && !types.data ? (
        <LoadFailed title="The types could not be loaded." refetch={() => types.refetch()} />
      ) : types.data ? (
        <TypeChoice
          types={available}
          chosen={values.typeIds}
          error={form.shown("typeIds")}
          disabled={busy}
          onChange={(ids) => form.set("typeIds", ids)}
        />
      ) : (
        <Skeleton lines={5} />
      )}
      {single && (
        <Field label="Contact" hint="Gets the e-mail." error={form.shown("userId")}>
          <ContactSelect
            supplier={single}
            value={values.userId}
            disabled={busy}
            onChange={(userId) => form.set("userId", userId)}
          />
        </Field>
      )}
      {single && values.userId === byEmail && <MailPersonFields form={form} />}
      <div className="document-fields">
        <Field
          label="Site"
          hint="Optional. Leave it empty for the whole supplier."
          error={form.shown("site")}
        >
          <TextInput
            value={values.site}
            maxLength={limits.site}
            autoComplete="off"
            disabled={busy}
            onChange={(event) => form.set("site", event.target.value)}
          />
        </Field>
        <Field label="Due" hint="Optional. By default in 14 days." error={form.shown("due")}>
          <DateInput
            value={parseDay(values.due)}
            text={values.due}
            min={dayOf(new Date())}
            disabled={busy}
            onChange={(_, text) => form.set("due", text)}
            onBlur={() => form.touch("due")}
          />
        </Field>
      </div>
      <Field label="Message" hint="Optional. It is part of the e-mail." error={form.shown("message")}>
        <TextArea
          rows={3}
          value={values.message}
          maxLength={limits.message}
          disabled={busy}
          onChange={(event) => form.set("message", event.target.value)}
        />
      </Field>
    </FormModal>
  );
}

function check({ userId, email, name, due }: Values) {
  return {
    ...(userId === byEmail ? mailPersonFaults({ email, name }) : {}),
    due: due.trim() ? (dayProblem(due) ?? undefined) : undefined,
  };
}

function bodyOf({ typeIds, site, userId, email, name, due, message }: Values) {
  return {
    typeIds,
    site: site.trim(),
    message: message.trim(),
    due: parseDay(due),
    ...(userId === byEmail
      ? { email: email.trim(), name: name.trim() }
      : { userId: userId ? Number(userId) : null }),
  };
}

/** Return the toast after a request, with the documents that were not asked for and the reason. */
function askedText(
  { requirementIds, skipped }: Asked,
  suppliers: readonly AskedSupplier[],
  types: readonly DocumentType[],
): string {
  const count = requirementIds.length;
  const asked = count === 0 ? "No document was asked for." : `Asked for ${formatCount(count, "document")}.`;
  const [first] = skipped;
  if (!first) return asked;
  if (skipped.length > 1) return `${asked} ${skipped.length} are already valid, to review or waived.`;
  const type = types.find(({ id }) => id === first.typeId)?.name ?? "1 document";
  const supplier = suppliers.find(({ relationshipId }) => relationshipId === first.relationshipId);
  const owner = suppliers.length > 1 && supplier ? ` of ${supplier.name}` : "";
  return `${asked} ${type}${owner}: ${documentStates[first.state].label.toLowerCase()} already.`;
}

type TypeChoiceProps = {
  types: readonly DocumentType[];
  chosen: readonly number[];
  error: readonly string[];
  disabled: boolean;
  onChange: (ids: readonly number[]) => void;
};

/** The types as checkboxes in a box that scrolls; a long list has a filter. Chosen types stay visible. */
export function TypeChoice({ types, chosen, error, disabled, onChange }: TypeChoiceProps) {
  const [filter, setFilter] = useState("");
  const filterId = useId();
  const wanted = folded(filter.trim());
  const shown = types.filter(
    ({ id, name, standard }) => chosen.includes(id) || folded(`${name} ${standard}`).includes(wanted),
  );
  return (
    <FieldGroup label="Documents" required error={error}>
      {types.length > longList && (
        <SearchInput
          id={filterId}
          aria-label="Filter the documents"
          placeholder="Filter by name or standard"
          value={filter}
          disabled={disabled}
          onChange={(event) => setFilter(event.target.value)}
          onKeyDown={(event) => {
            // Enter would submit the dialog while the user still chooses.
            if (event.key === "Enter") event.preventDefault();
          }}
        />
      )}
      <div className="document-choice">
        {shown.map(({ id, name, standard }) => (
          <Checkbox
            key={id}
            label={name}
            hint={standard || undefined}
            checked={chosen.includes(id)}
            disabled={disabled}
            onChange={(event) =>
              onChange(event.target.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
            }
          />
        ))}
        {shown.length === 0 && <p className="text-secondary mb-0">No type has this name.</p>}
      </div>
    </FieldGroup>
  );
}

type Contact = ApiResponse<"Organisation">["users"][number];

/** Return the name of a contact with the job, and a note for those who get a link instead of a task. */
function contactLabel({ name, jobTitle, status }: Contact): string {
  return [name, jobTitle, status === "INVITED" && "no account yet"].filter(Boolean).join(", ");
}

type ContactProps = {
  supplier: AskedSupplier;
  value: string;
  disabled: boolean;
  onChange: (userId: string) => void;
};

/** Contacts of the supplier. Without a choice, all users with the permission to answer are asked. */
function ContactSelect({ supplier: { organisationId, name }, value, disabled, onChange }: ContactProps) {
  const { data } = useQuery({
    queryKey: ["organisation", organisationId],
    queryFn: ({ signal }) =>
      request("GET", "/api/organisation/{organisation_id}", {
        path: { organisation_id: organisationId },
        signal,
        toast: false,
      }),
  });
  const people = data?.users.filter(({ status }) => status !== "SUSPENDED") ?? [];
  return (
    <Select
      value={value}
      disabled={disabled}
      placeholder={`Everyone who answers for ${name}`}
      options={[
        ...people.map((person) => ({ value: String(person.id), label: contactLabel(person) })),
        { value: byEmail, label: "Someone without an account, by e-mail" },
      ]}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
