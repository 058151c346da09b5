import { type ReactNode, useId, useRef } from "react";
import { toasts } from "../lib/toasts";
import { Button } from "./button";
import { Field } from "./field";
import { TextInput } from "./inputs";

type Props = {
  label: string;
  value: string;
  hint?: ReactNode;
  /** The toast after copying. */
  copied?: string;
};

/** A text that the user copies to another program, with a button that copies it. */
export function CopyField({ label, value, hint, copied = "Copied" }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      toasts.success(copied);
    } catch {
      // Without permission for the clipboard the user copies the selected text.
      input.current?.focus();
      input.current?.select();
    }
  };
  return (
    <Field label={label} id={id} hint={hint}>
      <div className="d-flex gap-2">
        <TextInput ref={input} readOnly value={value} onFocus={(event) => event.target.select()} />
        <Button icon="copy" aria-label={`Copy: ${label}`} onClick={copy}>
          Copy
        </Button>
      </div>
    </Field>
  );
}
