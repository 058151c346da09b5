import { type ComponentProps, useId } from "react";
import { classNames } from "../../../ui/class-names";
import { useFieldControl } from "../../../ui/field";
import { TextInput } from "../../../ui/inputs";
import { lengthOf } from "../rules/text";
import type { Field } from "../rules/types";
import { type ControlProps, textOf } from "./control-props";
import "../doc-view-controls.scss";

const inputModes = { EMAIL: "email", URL: "url" } as const;

/** Single-line input for TEXT, EMAIL and URL. */
export function TextControl({ field, value, onChange, inline }: ControlProps) {
  return (
    <AffixedInput
      field={field}
      value={textOf(value)}
      onChange={(event) => onChange(event.target.value)}
      inputMode={field.type === "EMAIL" || field.type === "URL" ? inputModes[field.type] : undefined}
      autoCapitalize={field.type === "TEXT" ? undefined : "none"}
      spellCheck={field.type === "TEXT" ? undefined : false}
      placeholder={placeholderOf(field, inline)}
      title={inline ? field.hint || undefined : undefined}
    />
  );
}

/** Decimal number with its prefix and suffix inside the box. */
export function NumberControl({ field, value, onChange, inline }: ControlProps) {
  return (
    <div className="doc-narrow">
      <AffixedInput
        field={field}
        className="num"
        value={textOf(value)}
        onChange={(event) => onChange(event.target.value)}
        inputMode="decimal"
        autoComplete="off"
        placeholder={inline ? field.label : undefined}
        title={inline ? field.hint || undefined : undefined}
      />
    </div>
  );
}

type AffixedProps = ComponentProps<typeof TextInput> & { field: Field };

function AffixedInput({ field, ...props }: AffixedProps) {
  return field.prefix || field.suffix ? <WithAffixes field={field} {...props} /> : <TextInput {...props} />;
}

/** Prefix and suffix describe the control (`aria-describedby`), so that screen readers also read the unit. */
function WithAffixes({ field: { prefix, suffix }, ...props }: AffixedProps) {
  const id = useId();
  const { "aria-describedby": others } = useFieldControl();
  return (
    <div className="doc-affixed">
      {prefix && (
        <span className="doc-affix" id={`${id}-prefix`}>
          {prefix}
        </span>
      )}
      <TextInput
        {...props}
        aria-describedby={classNames(others, prefix && `${id}-prefix`, suffix && `${id}-suffix`)}
      />
      {suffix && (
        <span className="doc-affix" id={`${id}-suffix`}>
          {suffix}
        </span>
      )}
    </div>
  );
}

const minRows = 3;
const maxRows = 24;
const lineLength = 90;

/** Multi-line input. Its `rows` follow the text, for browsers without `field-sizing`. */
export function LongTextControl({ field, value, onChange }: ControlProps) {
  const countId = useId();
  const control = useFieldControl();
  const text = textOf(value);
  const length = field.maxLength === null ? 0 : lengthOf(text);
  const isNearlyFull = field.maxLength !== null && length > field.maxLength * 0.8;
  return (
    <>
      <textarea
        {...control}
        aria-describedby={classNames(control["aria-describedby"], isNearlyFull && countId) || undefined}
        className="form-control form-control-grow"
        rows={rowsFor(text)}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
      {isNearlyFull && (
        <div className="doc-count num" id={countId}>
          {length} of {field.maxLength} characters
        </div>
      )}
    </>
  );
}

function rowsFor(text: string): number {
  const lines = text.split("\n").reduce((sum, line) => sum + 1 + Math.floor(line.length / lineLength), 0);
  return Math.min(maxRows, Math.max(minRows, lines));
}

function placeholderOf(field: Field, inline: boolean): string | undefined {
  if (inline) return field.label;
  if (field.type === "EMAIL") return "name@example.com";
  return field.type === "URL" ? "https://" : undefined;
}
