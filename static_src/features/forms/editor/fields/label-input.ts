import type { Editor } from "@tiptap/core";
import type { FieldCard } from "./card";
import "./fields.scss";

/** Way to end the editing of a label: Enter, Escape, F2, or the loss of the focus. */
type LabelExit = "next" | "text" | "properties" | "blur";

/** Effects of editing a label in the text. */
export interface LabelActions {
  write: (editor: Editor, fid: string, label: string) => void;
  leave: (editor: Editor, fid: string, exit: LabelExit) => void;
}

export const noLabelActions: LabelActions = { write: () => {}, leave: () => {} };

const exitKeys: Readonly<Record<string, LabelExit>> = { Enter: "next", Escape: "text", F2: "properties" };

type Options = {
  card: FieldCard;
  onWrite: (label: string) => void;
  onLeave: (exit: LabelExit) => void;
};

/** Create the input that replaces the label in the card of a field. The caller inserts and focuses it. */
export function createLabelInput({ card, onWrite, onLeave }: Options): HTMLTextAreaElement {
  const input = document.createElement("textarea");
  input.className = "form-label-input";
  input.rows = 1;
  input.maxLength = 500;
  input.dir = "auto";
  input.value = card.label;
  input.placeholder = "Write the question";
  input.setAttribute("aria-label", `Label of the ${card.kind} field`);
  input.setAttribute("aria-describedby", "label-keys");
  input.addEventListener("input", () => {
    fitHeight(input);
    onWrite(input.value);
  });
  input.addEventListener("keydown", (event) => {
    const exit = exitKeys[event.key];
    if (!exit || event.isComposing || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey)
      return;
    event.preventDefault();
    // The page also handles Escape, to end full screen.
    event.stopPropagation();
    onLeave(exit);
  });
  input.addEventListener("blur", () => {
    // A window that loses the focus keeps its active element.
    if (document.activeElement !== input) onLeave("blur");
  });
  return input;
}

/** Show all lines of the label. */
export function fitHeight(input: HTMLTextAreaElement): void {
  input.style.height = "auto";
  input.style.height = `${input.scrollHeight + input.offsetHeight - input.clientHeight}px`;
}
