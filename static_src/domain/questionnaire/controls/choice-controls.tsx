import type { ReactNode } from "react";
import { Button } from "../../../ui/button";
import { Checkbox, Select } from "../../../ui/inputs";
import { RadioCards, type RadioOption } from "../../../ui/radio-cards";
import { controlId } from "../field-ids";
import type { Field } from "../rules/types";
import { type ControlProps, textOf } from "./control-props";
import "../doc-view-controls.scss";

const maxChips = 5;
const maxChipLength = 24;
const maxRadios = 7;

const yesNo: readonly RadioOption<"yes" | "no">[] = [
  { value: "yes", label: "Yes" },
  { value: "no", label: "No" },
];

export function YesNoControl({ field, placed, value, onChange }: ControlProps) {
  return (
    <Clearable field={field} isAnswered={typeof value === "boolean"} onClear={() => onChange(null)}>
      <RadioCards
        layout="chips"
        name={controlId(placed.key)}
        value={value === true ? "yes" : value === false ? "no" : null}
        options={yesNo}
        onChange={(option) => onChange(option === "yes")}
      />
    </Clearable>
  );
}

/** Few short options are chips in a row, some options are cards below each other, many options are a select. */
export function SingleChoiceControl({ field, placed, value, onChange, inline }: ControlProps) {
  if (usesSelect(field, inline))
    return (
      <Select
        options={field.options}
        placeholder={inline ? field.label : "Choose..."}
        value={textOf(value)}
        onChange={(event) => onChange(event.target.value || null)}
      />
    );
  return (
    <Clearable field={field} isAnswered={textOf(value) !== ""} onClear={() => onChange(null)}>
      <RadioCards
        layout={fitsChips(field) ? "chips" : "cards"}
        name={controlId(placed.key)}
        value={textOf(value) || null}
        options={field.options}
        onChange={onChange}
      />
    </Clearable>
  );
}

/** Return true if a single choice is a select, which has one label, and not a group of radio buttons. */
export function usesSelect(field: Field, inline: boolean): boolean {
  return inline || (field.options.length > maxRadios && !fitsChips(field));
}

function fitsChips(field: Field): boolean {
  return (
    field.options.length <= maxChips && field.options.every(({ label }) => label.length <= maxChipLength)
  );
}

export function MultiChoiceControl({ field, placed, value, onChange }: ControlProps) {
  const choices: readonly unknown[] = Array.isArray(value) ? value : [];
  const toggle = (option: string, isOn: boolean) => {
    const others = choices.filter((choice) => choice !== option);
    onChange(isOn ? [...others, option] : others);
  };
  return (
    <div className="doc-checks">
      {field.options.map((option, index) => (
        <Checkbox
          key={option.value}
          id={`${controlId(placed.key)}-${index}`}
          label={option.label}
          checked={choices.includes(option.value)}
          onChange={(event) => toggle(option.value, event.target.checked)}
        />
      ))}
    </div>
  );
}

type ClearableProps = { field: Field; isAnswered: boolean; onClear: () => void; children: ReactNode };

/** Radio buttons cannot be unchecked, so an optional question has a button that clears the answer. */
function Clearable({ field, isAnswered, onClear, children }: ClearableProps) {
  return (
    <div className="doc-choice">
      {children}
      {isAnswered && !field.required && (
        <Button variant="link" size="sm" className="doc-clear" onClick={onClear}>
          Clear <span className="visually-hidden">the answer to {field.label}</span>
        </Button>
      )}
    </div>
  );
}
