/** What a control held when somebody last changed it: whether it was checked, else its text or the value chosen. */
export type TypedEarly = ReadonlyMap<
  HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement,
  string | boolean
>;

/**
 * Tell an island what was typed and chosen before it answered. React knows nothing of it, and has put the server's
 * value back in some controls: each gets what it held, and says so as if it were changed now.
 */
export function tellTyped(typed: TypedEarly = new Map()): void {
  // What is told here is kept by the page's first script, too: only what was there before is gone through.
  for (const [control, held] of [...typed]) if (control.isConnected) tell(control, held);
}

function tell(
  control: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement,
  held: string | boolean,
): void {
  if (typeof held === "boolean") {
    (control as HTMLInputElement).checked = !held;
    control.click();
  } else if (control instanceof HTMLSelectElement) {
    control.value = held;
    control.dispatchEvent(new Event("change", { bubbles: true }));
  } else if (control.type === "file") {
    control.dispatchEvent(new Event("change", { bubbles: true }));
  } else {
    setText(control, held);
    control.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

/** Set a text so that it is a change: React takes none where the value is what it saw through the control's own property. */
function setText(control: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const { selectionStart, selectionEnd } = control;
  control.value = text ? "" : " ";
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value")?.set?.call(control, text);
  if (selectionStart !== null) control.setSelectionRange(selectionStart, selectionEnd);
}
