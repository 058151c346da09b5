import type { Field } from "../rules/types";
import type { PlacedField } from "../rules/walk";

/** What every control of a form gets. Its label, hint and errors are the Field's around it. */
export interface ControlProps {
  field: Field;
  placed: PlacedField;
  value: unknown;
  onChange: (value: unknown) => void;
  /** Within a sentence: the label is hidden, so the control says what belongs into it. */
  inline: boolean;
  /** Whether errors are shown now. */
  showsErrors: boolean;
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
