import { type ReactNode, useId } from "react";
import { Icon } from "./icon";

export type RadioOption<V extends string> = {
  value: V;
  label: ReactNode;
  text?: ReactNode;
  disabled?: boolean;
};

type Props<V extends string> = {
  value: V | null;
  onChange: (value: V) => void;
  options: readonly RadioOption<V>[];
  /** Stacked cards with texts, or chips in a row. */
  layout?: "cards" | "chips";
  disabled?: boolean | undefined;
  name?: string;
};

/** Radio buttons as cards or chips. A surrounding FieldGroup names the group. */
export function RadioCards<V extends string>({
  value,
  onChange,
  options,
  layout = "cards",
  disabled,
  name,
}: Props<V>) {
  const ownName = useId();
  const cards = layout === "cards";
  return (
    <div className={cards ? "radio-cards" : "radio-chips"}>
      {options.map((option) => {
        const checked = option.value === value;
        return (
          <label key={option.value} className={cards ? "radio-card" : "radio-chip"}>
            <input
              type="radio"
              className="form-check-input"
              name={name ?? ownName}
              value={option.value}
              checked={checked}
              onChange={() => onChange(option.value)}
              disabled={disabled || option.disabled}
            />
            {cards ? (
              <span>
                <span className="radio-card-label">{option.label}</span>
                {option.text && <span className="radio-card-text">{option.text}</span>}
              </span>
            ) : (
              <>
                {checked && <Icon name="check" />}
                {option.label}
              </>
            )}
          </label>
        );
      })}
    </div>
  );
}
