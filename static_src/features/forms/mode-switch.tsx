import { classNames } from "../../ui/class-names";
import { Icon } from "../../ui/icon";
import type { IconName } from "../../ui/icons";
import "./mode-switch.scss";

type Props<V extends string> = {
  label: string;
  value: V;
  /** With an icon, the label is only a tooltip and the text for screen readers. */
  choices: readonly { value: V; label: string; icon?: IconName }[];
  onChange: (value: V) => void;
};

/** Switch between views of the same content. */
export function ModeSwitch<V extends string>({ label, value, choices, onChange }: Props<V>) {
  return (
    <fieldset className="form-modes" aria-label={label}>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          className={classNames("form-mode", choice.value === value && "active")}
          aria-pressed={choice.value === value}
          title={choice.icon && choice.label}
          onClick={() => onChange(choice.value)}
        >
          {choice.icon ? (
            <>
              <Icon name={choice.icon} />
              <span className="visually-hidden">{choice.label}</span>
            </>
          ) : (
            choice.label
          )}
        </button>
      ))}
    </fieldset>
  );
}
