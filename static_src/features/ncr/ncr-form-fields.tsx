import { useState } from "react";
import { ncrSeverities, ncrTypes } from "../../domain/ncr/ncr";
import { FileUpload } from "../../domain/uploads/file-upload";
import { usePageContext } from "../../lib/browser/page-context";
import { dayOf, parseDay } from "../../lib/text/days";
import { DateInput } from "../../ui/date-input";
import { Field, FieldErrors, FieldGroup } from "../../ui/field";
import { type Choice, Select, TextInput } from "../../ui/inputs";
import { RadioCards } from "../../ui/radio-cards";
import { RichEditor } from "../../ui/rich-editor";
import { type Option, TypeAhead } from "../../ui/type-ahead";
import { searchAccounts, searchSuppliers, usePeople } from "./calls";
import { minDay, type NcrDraft, type NcrForm } from "./draft";
import { FactFields } from "./fact-fields";
import { Named } from "./named";
import type { Ncr, NcrPeople } from "./types";
import "./ncr.scss";

type Props = {
  form: NcrForm;
  ncr: Ncr | undefined;
  supplierLocked: boolean;
  onUploading: (busy: boolean) => void;
};

const types = Object.entries(ncrTypes).map(([value, label]) => ({ value, label })) as Choice<
  NcrDraft["type"]
>[];
const severities = Object.entries(ncrSeverities).map(([value, { label }]) => ({ value, label })) as Choice<
  NcrDraft["severity"]
>[];

/** The fields of a non-conformance (specification, section 3). An error appears once its field has lost the focus. */
export function NcrFormFields({ form, ncr, supplierLocked, onUploading }: Props) {
  const { values, set, shown } = form;
  const people = usePeople(values.supplierRelationshipId?.value ?? null);
  const [account, setAccount] = useState<Option<string> | null>(
    values.accountName ? { value: values.accountName, label: values.accountName } : null,
  );
  const chooseSupplier = (supplier: NcrDraft["supplierRelationshipId"]) => {
    set("supplierRelationshipId", supplier);
    set("assignedToOrganisationId", "");
    set("assignedToUserId", "");
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only notes which field was left
    <div className="ncr-fields" onBlur={(event) => touchLeft(form, event.target)}>
      <Named name="supplierRelationshipId">
        <Field
          label="Supplier"
          required
          error={shown("supplierRelationshipId")}
          hint={
            supplierLocked
              ? "Messages were sent to this supplier, so it can no longer be changed."
              : undefined
          }
        >
          <TypeAhead
            value={values.supplierRelationshipId}
            onChange={chooseSupplier}
            search={searchSuppliers}
            placeholder="Type a name"
            disabled={supplierLocked}
          />
        </Field>
      </Named>
      <div className="form-grid">
        <Named name="eventDate">
          <Field label="Event date" required error={shown("eventDate")}>
            <DateInput
              value={parseDay(values.eventDate)}
              text={values.eventDate}
              min={minDay}
              max={dayOf(new Date())}
              onChange={(_, typed) => set("eventDate", typed)}
            />
          </Field>
        </Named>
        <Named name="accountName">
          <Field label="Account name" required error={shown("accountName")}>
            <TypeAhead
              value={account}
              onChange={(option) => {
                setAccount(option);
                if (!option) set("accountName", "");
              }}
              onText={(text) => set("accountName", text)}
              search={searchAccounts}
            />
          </Field>
        </Named>
      </div>
      <div className="form-grid">
        <Field label="Type" required error={shown("type")}>
          <Select
            value={values.type}
            options={types}
            onChange={(event) => set("type", event.target.value as NcrDraft["type"])}
          />
        </Field>
        <FieldGroup label="Severity" required error={shown("severity")}>
          <RadioCards
            layout="chips"
            value={values.severity}
            options={severities}
            onChange={(severity) => set("severity", severity)}
          />
        </FieldGroup>
      </div>
      <Named name="title">
        <Field label="Summary" required error={shown("title")}>
          <TextInput
            value={values.title}
            maxLength={300}
            onChange={(event) => set("title", event.target.value)}
          />
        </Field>
      </Named>
      <Field isCustom label="Description" error={shown("description")}>
        <RichEditor value={values.description} onChange={(html) => set("description", html)} />
      </Field>
      <div className="form-grid">
        <Field label="Job title" error={shown("jobTitle")}>
          <TextInput
            value={values.jobTitle}
            maxLength={200}
            onChange={(event) => set("jobTitle", event.target.value)}
          />
        </Field>
        <Field label="Job ref" error={shown("jobRef")}>
          <TextInput
            value={values.jobRef}
            maxLength={200}
            onChange={(event) => set("jobRef", event.target.value)}
          />
        </Field>
      </div>
      <div className="form-grid">
        <Named name="createdById">
          <Field label="Reported by" required error={shown("createdById")}>
            <Select
              value={values.createdById}
              placeholder="Choose a person"
              options={reporters(people?.[0], ncr?.createdBy, usePageContext().user)}
              onChange={(event) => set("createdById", event.target.value)}
            />
          </Field>
        </Named>
        <Field label="On behalf of" error={shown("reportedByName")}>
          <TextInput
            value={values.reportedByName}
            maxLength={200}
            onChange={(event) => set("reportedByName", event.target.value)}
          />
        </Field>
      </div>
      <AssigneeFields form={form} people={people} ncr={ncr} />
      <div className="form-grid">
        <Named name="due">
          <Field label="Due" error={shown("due")} hint="The day by which it is to be resolved.">
            <DateInput
              value={parseDay(values.due)}
              text={values.due}
              onChange={(_, typed) => set("due", typed)}
            />
          </Field>
        </Named>
      </div>
      <FactFields form={form} ncr={ncr} />
      <FieldGroup label="Attachments">
        <FileUpload
          kind="NCR"
          camera
          files={values.attachmentIds}
          onChange={(files) => set("attachmentIds", files)}
          onBusy={onUploading}
        />
        <FieldErrors errors={shown("attachmentIds")} />
      </FieldGroup>
    </div>
  );
}

type AssigneeProps = { form: NcrForm; people: NcrPeople[] | undefined; ncr: Ncr | undefined };

/** Assignee: one of the two organisations, and a user or anyone of it. The supplier is the default. */
function AssigneeFields({ form: { values, set, shown }, people, ncr }: AssigneeProps) {
  const [own, supplier] = people ?? [];
  const chosen =
    people?.find(({ id }) => String(id) === values.assignedToOrganisationId) ?? supplier ?? undefined;
  const loadedPeople = people ? people : [];
  const choices = loadedPeople.length > 0 ? loadedPeople : ncr ? [ncr.userTask.assignedToOrganisation] : [];
  const current =
    chosen && ncr?.userTask.assignedToOrganisation.id === chosen.id ? ncr.userTask.assignedToUser : null;
  const assignableUsers = (chosen?.users ?? []).filter(({ mayBeAssigned }) => mayBeAssigned);
  return (
    <div className="form-grid">
      <Field label="Assigned to organisation" error={shown("assignedToOrganisationId")}>
        <Select
          value={chosen ? String(chosen.id) : values.assignedToOrganisationId}
          disabled={!own || !supplier}
          options={
            supplier || ncr
              ? choices.map(({ id, name }) => ({ value: String(id), label: name }))
              : [{ value: "", label: "Choose a supplier first" }]
          }
          onChange={(event) => {
            set("assignedToOrganisationId", event.target.value);
            set("assignedToUserId", "");
          }}
        />
      </Field>
      <Field label="Assigned to" error={shown("assignedToUserId")}>
        <Select
          value={values.assignedToUserId}
          disabled={!chosen}
          options={[
            { value: "", label: chosen ? `Anyone at ${chosen.name}` : "Anyone" },
            ...withPerson(assignableUsers, current).map(({ id, name }) => ({
              value: String(id),
              label: name,
            })),
          ]}
          onChange={(event) => set("assignedToUserId", event.target.value)}
        />
      </Field>
    </div>
  );
}

type Person = { id: number; name: string };

/**
 * Return the choices for Reported by: the users of the organisation, including the current reporter. Until they have
 * loaded, the viewer.
 */
function reporters(own: NcrPeople | undefined, current: Person | undefined, viewer: Person | null): Choice[] {
  const users = withPerson(own?.users ?? (viewer ? [viewer] : []), current ?? null);
  return users.map(({ id, name }) => ({ value: String(id), label: name }));
}

function withPerson(users: readonly Person[], person: Person | null): readonly Person[] {
  return !person || users.some(({ id }) => id === person.id) ? users : [...users, person];
}

function touchLeft(form: NcrForm, left: Element): void {
  const name = left.closest<HTMLElement>("[data-field]")?.dataset.field;
  if (name) form.touch(name as keyof NcrDraft);
}
