import type { ReactNode } from "react";
import type { TypeBrief } from "../../../domain/documents/document-types";
import { CurrencyPicker } from "../../../domain/places/currency-picker";
import type { useFormFields } from "../../../lib/state/use-form-fields";
import { dayOf, parseDay } from "../../../lib/text/days";
import { DateInput } from "../../../ui/date-input";
import { Field } from "../../../ui/field";
import { TextArea, TextInput } from "../../../ui/inputs";
import { limits, type Values } from "./upload-values";
import "./shelf.scss";

type Props = {
  form: ReturnType<typeof useFormFields<Values>>;
  type: TypeBrief;
  busy: boolean;
  /** Shown below the end of the document. */
  children: ReactNode;
};

/** The dates of a document, and the details that its type asks for. */
export function DetailFields({ form, type, busy, children }: Props) {
  const { values } = form;
  const asks = (field: TypeBrief["fields"][number]) => type.fields.includes(field);
  const text = (name: "number" | "issuer" | "scope" | "sites" | "amount") => ({
    value: values[name],
    maxLength: limits[name],
    autoComplete: "off",
    disabled: busy,
    onChange: (event: { target: { value: string } }) => form.set(name, event.target.value),
    onBlur: () => form.touch(name),
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
  const countsMonths = type.validity === "MONTHS";
  return (
    <>
      <div className="upload-fields">
        {asks("NUMBER") && (
          <Field label="Number" required error={form.shown("number")}>
            <TextInput {...text("number")} />
          </Field>
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
        <Field
          label="Issued on"
          required={countsMonths}
          hint={countsMonths ? undefined : "Optional."}
          error={form.shown("issuedOn")}
        >
          <DateInput {...day("issuedOn")} max={dayOf(new Date())} />
        </Field>
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
            {children}
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
