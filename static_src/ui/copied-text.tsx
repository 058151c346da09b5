import { useRef } from "react";
import { toasts } from "../lib/toasts";
import { Button } from "./button";
import { TextArea } from "./inputs";
import "./copied-text.scss";

type Props = {
  /** The accessible name of the text ('Body'). */
  label: string;
  text: string;
  /** The toast after copying ('Body copied'). */
  copied: string;
};

const maxRows = 24;
const refused = "Your browser did not allow copying. The text is selected, so you can copy it yourself.";

/** A text for programs in a box that scrolls, with a button that copies it. */
export function CopiedText({ label, text, copied }: Props) {
  const box = useRef<HTMLTextAreaElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toasts.success(copied);
    } catch {
      // Without permission for the clipboard the user copies the selected text.
      box.current?.focus();
      box.current?.select();
      toasts.error(refused);
    }
  };
  return (
    <div className="copied-text">
      <TextArea
        ref={box}
        readOnly
        aria-label={label}
        value={text}
        rows={Math.min(text.split("\n").length, maxRows)}
        spellCheck={false}
      />
      <Button size="sm" icon="copy" className="mt-2" onClick={copy} aria-label={`Copy: ${label}`}>
        Copy
      </Button>
    </div>
  );
}
