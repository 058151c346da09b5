import { request } from "../../../api/client";
import type { ApiError } from "../../../api/errors";
import {
  type DocumentField,
  type DocumentType,
  fieldLabels,
  fieldNames,
  type Validity,
} from "../../../domain/documents/document-types";
import { useDraft } from "../../../lib/state/use-draft";
import { useFormFields } from "../../../lib/state/use-form-fields";
import { useSave } from "../../../lib/state/use-save";
import { Field, FieldGroup, StillNeeded } from "../../../ui/field";
import { FormModal } from "../../../ui/form-modal";
import { Checkbox, Select, TextInput } from "../../../ui/inputs";

type Values = {
  name: string;
  standard: string;
  validity: Validity;
  months: string;
  fields: readonly DocumentField[];
  remindDays: string;
  graceDays: string;
};

type Props = {
  /** The type to change; null for a new one. */
  type: DocumentType | null;
  show: boolean;
  onClose: () => void;
  onSaved: (type: DocumentType) => void;
};

const nameLimit = 120;
const defaultReminders = [90, 60, 30, 14, 7, 0];
const defaultGrace = 30;
const limits = { months: 600, days: 365, reminders: 10 };
const validities: { value: Validity; label: string }[] = [
  { value: "UNTIL_DATE", label: "Until a date on the document" },
  { value: "MONTHS", label: "For months from its issue" },
  { value: "ALWAYS", label: "Always" },
];

/** Dialog that adds a type of document or changes one. */
export function TypeModal({ type, show, onClose, onSaved }: Props) {
  const form = useFormFields<Values>(initialValues(type), check);
  const { values } = form;
  const draftState = useDraft(`documentType.${type?.id ?? "new"}`, () => values, form.reset, { here: show });
  const {
    save,
    busy: saving,
    failure,
  } = useSave({
    send: () => {
      const body = bodyOf(values);
      const toast = (error: ApiError) => form.refuse(error);
      return type
        ? request("PUT", "/api/documentType/{document_type_id}", {
            path: { document_type_id: type.id },
            body,
            toast,
          })
        : request("POST", "/api/documentType", { body, toast });
    },
    success: ({ name }) => (type ? `${name} saved.` : `${name} added.`),
    onSaved: (saved) => {
      onSaved(saved);
      onClose();
    },
    offlineNote: "Your entries are still here.",
  });
  const text = (name: "name" | "standard" | "months" | "remindDays" | "graceDays") => ({
    ...form.text(name),
    autoComplete: "off",
    disabled: saving,
  });
  const toggle = (field: DocumentField, on: boolean) =>
    form.set(
      "fields",
      fieldNames.filter((each) => (each === field ? on : values.fields.includes(each))),
    );
  const isFixed = type?.isUsed ?? false;

  return (
    <FormModal
      show={show}
      title={type ? `Edit ${type.name}` : "New type"}
      onClose={onClose}
      busy={saving}
      failure={failure}
      draftState={draftState}
      onSubmit={() => form.touchAll() && save()}
      submitLabel={type ? "Save changes" : "Add type"}
      busyText="Saving..."
      canSubmit={form.valid}
      note={
        <StillNeeded
          labels={form.missing({
            name: "Name",
            months: "Months",
            remindDays: "Reminders",
            graceDays: "Days after the end",
          })}
        />
      }
    >
      <Field label="Name" required error={form.shown("name")}>
        <TextInput {...text("name")} maxLength={nameLimit} />
      </Field>
      <Field label="Standard" hint="Optional. For example ISO 9001:2015." error={form.shown("standard")}>
        <TextInput {...text("standard")} maxLength={nameLimit} />
      </Field>
      <Field
        label="Valid"
        required
        hint={isFixed ? "Suppliers were asked for this type, so this can't be changed." : undefined}
        error={form.shown("validity")}
      >
        <Select
          value={values.validity}
          options={validities}
          disabled={saving || isFixed}
          onChange={(event) => form.set("validity", event.target.value as Validity)}
        />
      </Field>
      {values.validity === "MONTHS" && (
        <Field label="Months" required error={form.shown("months")}>
          <TextInput {...text("months")} inputMode="numeric" maxLength={3} disabled={saving || isFixed} />
        </Field>
      )}
      <FieldGroup label="Details that the supplier enters" error={form.shown("fields")}>
        {fieldNames.map((field) => (
          <Checkbox
            key={field}
            label={fieldLabels[field]}
            checked={values.fields.includes(field)}
            disabled={saving}
            onChange={(event) => toggle(field, event.target.checked)}
          />
        ))}
      </FieldGroup>
      {values.validity !== "ALWAYS" && (
        <>
          <Field
            label="Reminders"
            hint="Days before the end, separated by commas. Leave it empty for none."
            error={form.shown("remindDays")}
          >
            <TextInput {...text("remindDays")} inputMode="text" maxLength={60} />
          </Field>
          <Field
            label="Days after the end"
            required
            hint="The supplier is reminded once more after these days; 0 for never."
            error={form.shown("graceDays")}
          >
            <TextInput {...text("graceDays")} inputMode="numeric" maxLength={3} />
          </Field>
        </>
      )}
    </FormModal>
  );
}

function initialValues(type: DocumentType | null): Values {
  return {
    name: type?.name ?? "",
    standard: type?.standard ?? "",
    validity: type?.validity ?? "UNTIL_DATE",
    months: type?.months ? String(type.months) : "",
    fields: type?.fields ?? ["NUMBER", "ISSUER"],
    remindDays: (type?.remindDays ?? defaultReminders).join(", "),
    graceDays: String(type?.graceDays ?? defaultGrace),
  };
}

/** Parse "90, 60 30"; NaN for a part that is no whole number. */
function daysOf(text: string): number[] {
  return text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(wholeNumber);
}

function wholeNumber(text: string): number {
  return /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
}

const isWithin = (value: number, lowest: number, highest: number) => value >= lowest && value <= highest;

function check({ name, validity, months, remindDays, graceDays }: Values) {
  const days = daysOf(remindDays);
  const hasEnd = validity !== "ALWAYS";
  const areDays = days.length <= limits.reminders && days.every((day) => isWithin(day, 0, limits.days));
  return {
    name: name.trim() ? undefined : "Enter a name.",
    months:
      validity !== "MONTHS" || isWithin(wholeNumber(months), 1, limits.months)
        ? undefined
        : `Enter 1 to ${limits.months} months.`,
    remindDays:
      !hasEnd || areDays
        ? undefined
        : `Enter up to ${limits.reminders} numbers of days from 0 to ${limits.days}.`,
    graceDays:
      !hasEnd || isWithin(wholeNumber(graceDays), 0, limits.days)
        ? undefined
        : `Enter 0 to ${limits.days} days.`,
  };
}

/** Return the body of the request. A type without an end has the default reminders, which have no effect. */
function bodyOf({ name, standard, validity, months, fields, remindDays, graceDays }: Values) {
  const hasEnd = validity !== "ALWAYS";
  return {
    name: name.trim(),
    standard: standard.trim(),
    validity,
    months: validity === "MONTHS" ? Number(months) : null,
    fields,
    remindDays: hasEnd ? daysOf(remindDays) : defaultReminders,
    graceDays: hasEnd ? Number(graceDays) : defaultGrace,
  };
}
