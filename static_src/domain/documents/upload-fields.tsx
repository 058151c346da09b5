import type { useFormFields } from "../../lib/state/use-form-fields";
import { useDates } from "../../lib/text/dates";
import { dayOf, parseDay, printDay } from "../../lib/text/days";
import { DateInput } from "../../ui/date-input";
import { Field } from "../../ui/field";
import { Checkbox, TextArea, TextInput } from "../../ui/inputs";
import { CurrencyPicker } from "../places/currency-picker";
import { FileUpload } from "../uploads/file-upload";
import type { TypeBrief } from "./document-types";
import { FoundInFile } from "./found-in-file";
import { limits, type Values } from "./upload-values";
import type { FoundDetails } from "./use-reading";

type Form = ReturnType<typeof useFormFields<Values>>;

type FileProps = { form: Form; label: string; busy: boolean; onUploading: (isUploading: boolean) => void };

/** The file of a document. */
export function DocumentFileField({ form, label, busy, onUploading }: FileProps) {
  return (
    <Field label={label} hint="A PDF or a picture." required isCustom error={form.shown("attachmentId")}>
      <FileUpload
        kind="DOCUMENT"
        multiple={false}
        camera
        files={form.values.attachmentId}
        disabled={busy}
        onChange={(files) => form.set("attachmentId", files)}
        onBusy={onUploading}
      />
    </Field>
  );
}

type Props = {
  form: Form;
  type: TypeBrief;
  busy: boolean;
  /** Details that were found in the file; null without any. */
  reading: FoundDetails | null;
  /** The end of which the server asks whether it is right, as typed; "" if it does not. */
  doubted: string;
};

/** The dates of a document, and the details that its type asks for. */
export function DetailFields({ form, type, busy, reading, doubted }: Props) {
  const { values } = form;
  const { date } = useDates();
  const asks = (field: TypeBrief["fields"][number]) => type.fields.includes(field);
  const text = (name: "number" | "issuer" | "scope" | "sites" | "amount") => ({
    ...form.text(name),
    maxLength: limits[name],
    autoComplete: "off",
    disabled: busy,
  });
  const day = (name: "issuedOn" | "validUntil") => ({
    value: parseDay(values[name]),
    text: values[name],
    disabled: busy,
    onChange: (_: string | null, typed: string) => {
      form.set(name, typed);
      if (name === "validUntil") form.set("isDateConfirmed", false);
    },
    onBlur: () => form.touch(name),
  });
  const foundDay = (name: "issuedOn" | "validUntil", words: string) => {
    const day = reading?.[name];
    return (
      day && (
        <FoundInFile
          text={`${words} ${date(day)}`}
          isUsed={parseDay(values[name]) === day}
          disabled={busy}
          onUse={() => form.set(name, printDay(day))}
        />
      )
    );
  };
  const countsMonths = type.validity === "MONTHS";
  return (
    <>
      <div className="form-grid mt-3">
        {asks("NUMBER") && (
          <div>
            <Field label="Number" required error={form.shown("number")}>
              <TextInput {...text("number")} />
            </Field>
            {reading?.number && (
              <FoundInFile
                text={`number ${reading.number}`}
                isUsed={values.number.trim() === reading.number}
                disabled={busy}
                onUse={() => form.set("number", reading.number)}
              />
            )}
          </div>
        )}
        {asks("ISSUER") && (
          <Field label="Issued by" required error={form.shown("issuer")}>
            <TextInput {...text("issuer")} />
          </Field>
        )}
        {asks("SUM_INSURED") && (
          <>
            <Field label="Sum insured" required error={form.shown("amount")}>
              <TextInput {...text("amount")} inputMode="numeric" className="num" />
            </Field>
            <Field label="Currency" required error={form.shown("currency")}>
              <CurrencyPicker
                value={values.currency}
                disabled={busy}
                onChange={(code) => form.set("currency", code)}
              />
            </Field>
          </>
        )}
        <div>
          <Field
            label="Issued on"
            required={countsMonths}
            hint={countsMonths ? undefined : "Optional."}
            error={form.shown("issuedOn")}
          >
            <DateInput {...day("issuedOn")} max={dayOf(new Date())} />
          </Field>
          {foundDay("issuedOn", "issued on")}
        </div>
        {type.validity !== "ALWAYS" && (
          <div>
            <Field
              label="Valid until"
              required={!countsMonths}
              hint={countsMonths ? `Optional. By default ${type.months} months from the issue.` : undefined}
              error={form.shown("validUntil")}
            >
              <DateInput {...day("validUntil")} />
            </Field>
            {foundDay("validUntil", "valid until")}
            {doubted !== "" && doubted === values.validUntil && (
              <Checkbox
                label={`Yes, it is valid until ${values.validUntil}`}
                checked={values.isDateConfirmed}
                disabled={busy}
                onChange={(event) => form.set("isDateConfirmed", event.target.checked)}
              />
            )}
          </div>
        )}
      </div>
      {asks("SCOPE") && (
        <Field label="Scope" hint="Optional. What the document covers." error={form.shown("scope")}>
          <TextArea {...text("scope")} rows={2} grow />
        </Field>
      )}
      {asks("SITES") && (
        <Field label="Sites" hint="Optional. The sites that the document covers." error={form.shown("sites")}>
          <TextArea {...text("sites")} rows={2} grow />
        </Field>
      )}
    </>
  );
}
