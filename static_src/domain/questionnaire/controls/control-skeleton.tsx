import { useFieldControl } from "../../../ui/field";

type Props = { text: string; placeholder: string; label?: string };

/** Placeholder for a type-ahead until its code is loaded: the same box with the same text. */
export function ControlSkeleton({ text, placeholder, label }: Props) {
  const control = useFieldControl();
  return (
    <div className="combo">
      <div className="combo-box">
        <input
          {...control}
          {...(label ? { "aria-label": label } : {})}
          aria-busy="true"
          readOnly
          value={text}
          placeholder={placeholder}
        />
      </div>
    </div>
  );
}
