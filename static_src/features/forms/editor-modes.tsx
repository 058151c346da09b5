import { classNames } from "../../ui/class-names";

type Props<V extends string> = {
  label: string;
  value: V;
  choices: readonly { value: V; label: string }[];
  onChange: (value: V) => void;
};

/** A few views of one thing, of which one is shown. */
export function ModeSwitch<V extends string>({ label, value, choices, onChange }: Props<V>) {
  return (
    <fieldset className="form-modes" aria-label={label}>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          className={classNames("form-mode", choice.value === value && "active")}
          aria-pressed={choice.value === value}
          onClick={() => onChange(choice.value)}
        >
          {choice.label}
        </button>
      ))}
    </fieldset>
  );
}
