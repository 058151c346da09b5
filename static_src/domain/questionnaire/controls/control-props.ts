import type { Field } from "../rules/types";
import type { PlacedField } from "../rules/walk";

/** Props of every control in a form. Label, hint and errors belong to the `Field` around it. */
export interface ControlProps {
  field: Field;
  placed: PlacedField;
  value: unknown;
  onChange: (value: unknown) => void;
  /** True within a sentence: the label is hidden there, so the control shows it as its placeholder. */
  inline: boolean;
  showsErrors: boolean;
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
