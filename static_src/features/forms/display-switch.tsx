import { useId } from "react";
import { Icon } from "../../ui/icon";

type Display = "list" | "grid";

const displays = [
  { value: "list", label: "List", icon: "show-list" },
  { value: "grid", label: "Grid", icon: "show-grid" },
] as const;

/** Shows the same rows as a list or as pictures. */
export function DisplaySwitch({ value, onChange }: { value: Display; onChange: (to: Display) => void }) {
  const name = useId();
  return (
    <fieldset className="display-switch">
      <legend className="visually-hidden">Display</legend>
      {displays.map((display) => (
        <label key={display.value} title={display.label}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={value === display.value}
            onChange={() => onChange(display.value)}
          />
          <Icon name={display.icon} />
          <span className="visually-hidden">{display.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
