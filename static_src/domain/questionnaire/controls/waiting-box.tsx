import { useFieldControl } from "../../../ui/field";

type Props = { text: string; placeholder: string; label?: string };

/** What stands where a type-ahead will be, until the code that searches has been fetched: the same box, the same text. */
export function WaitingBox({ text, placeholder, label }: Props) {
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
