import { type ComponentType, useCallback } from "react";
import { Field, FieldGroup } from "../../../ui/field";
import type { AnswerState } from "../answer-store";
import { useDoc } from "../doc-context";
import { controlId } from "../field-ids";
import type { FieldType } from "../rules/types";
import type { PlacedField } from "../rules/walk";
import { AmountControl } from "./amount-control";
import { MultiChoiceControl, SingleChoiceControl, usesSelect, YesNoControl } from "./choice-controls";
import type { ControlProps } from "./control-props";
import { CountryControl } from "./country-control";
import { DateControl } from "./date-control";
import { FileControl } from "./file-control";
import { SignatureControl } from "./signature-control";
import { TableControl } from "./table-control";
import { LongTextControl, NumberControl, TextControl } from "./text-controls";

const controls: Readonly<Record<FieldType, ComponentType<ControlProps>>> = {
  TEXT: TextControl,
  TEXTAREA: LongTextControl,
  NUMBER: NumberControl,
  DATE: DateControl,
  YESNO: YesNoControl,
  SINGLE_CHOICE: SingleChoiceControl,
  MULTI_CHOICE: MultiChoiceControl,
  COUNTRY: CountryControl,
  CURRENCY_AMOUNT: AmountControl,
  EMAIL: TextControl,
  URL: TextControl,
  FILE: FileControl,
  TABLE: TableControl,
  FORMSIGNATURE: SignatureControl,
};

/** Types with several controls under one label. */
const groups: ReadonlySet<FieldType> = new Set([
  "YESNO",
  "MULTI_CHOICE",
  "CURRENCY_AMOUNT",
  "TABLE",
  "FORMSIGNATURE",
]);

type Props = { placed: PlacedField; answer: AnswerState; inline: boolean };

/** Editable field: label, hint, control and errors. */
export function FieldControl({ placed, answer, inline }: Props) {
  const { store } = useDoc();
  const { key, field } = placed;
  const change = useCallback((value: unknown) => store.set(key, value), [store, key]);
  const Control = controls[field.type];
  const isGroup = groups.has(field.type) || (field.type === "SINGLE_CHOICE" && !usesSelect(field, inline));
  const id = controlId(key);
  const hint = inline ? undefined : field.hint;
  const control = (
    <Control
      field={field}
      placed={placed}
      value={answer.offer ?? answer.value}
      onChange={change}
      inline={inline}
      showsErrors={answer.shownErrors.length > 0}
    />
  );
  if (isGroup)
    return (
      <FieldGroup
        id={id}
        label={field.required ? <RequiredGroupLabel text={field.label} /> : field.label}
        hint={hint}
        error={answer.shownErrors}
        required={field.required}
        hideLabel={inline}
      >
        {control}
      </FieldGroup>
    );
  return (
    <Field
      id={id}
      label={field.label}
      hint={hint}
      error={answer.shownErrors}
      required={field.required}
      hideLabel={inline}
      isCustom={field.type === "FILE"}
    >
      {control}
    </Field>
  );
}

/** A group has no attribute for "required", so its label contains the word. */
function RequiredGroupLabel({ text }: { text: string }) {
  return (
    <>
      {text}
      <span className="visually-hidden">, required</span>
    </>
  );
}
