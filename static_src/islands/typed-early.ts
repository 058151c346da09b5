/** What a control held when somebody last changed it: whether it was checked, else its text or the value chosen. */
export type TypedEarly = ReadonlyMap<Control, string | boolean>;
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Tell an island what was typed and chosen before it answered. React knows nothing of it, and has put the server's
 * value back in some controls: each gets what it held, and says so as if it were changed now.
 */
export function tellTyped(typed: TypedEarly = new Map()): void {
  // What is told here is kept by the page's first script, too: only what was there before is gone through.
  for (const [control, held] of [...typed]) if (control.isConnected) tell(control, held);
}

function tell(control: Control, held: string | boolean): void {
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

/**
 * What a password manager, a dictation or a script has put into the server's controls without any event. After a
 * reload or on coming back the browser puts in what was there before, which may be older than what the server knows:
 * that is left out.
 */
export function fillsOf(island: HTMLElement): TypedEarly {
  const fills = new Map<Control, string | boolean>();
  const [arrival] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (arrival?.type !== "navigate" || !island.hasAttribute("data-rendered")) return fills;
  for (const control of island.querySelectorAll<Control>("input, textarea, select")) {
    if (control.disabled || ("readOnly" in control && control.readOnly)) continue;
    const held = heldBy(control);
    // Of radio buttons the one that is chosen is told, which ends the other.
    if (held !== given(control) && !(control.type === "radio" && !held)) fills.set(control, held);
  }
  return fills;
}

const isTicked = (control: Control): control is HTMLInputElement =>
  control.type === "checkbox" || control.type === "radio";

const heldBy = (control: Control) => (isTicked(control) ? control.checked : control.value);

/** What the server gave, as the browser holds it: without line breaks in a line, say. */
function given(control: Control): string | boolean {
  if (isTicked(control)) return control.defaultChecked;
  if (control instanceof HTMLSelectElement) {
    const options = [...control.options];
    const chosen = options.findLast((option) => option.defaultSelected);
    return (chosen ?? options.find((option) => !option.disabled))?.value ?? "";
  }
  if (control.type === "file" || control.type === "hidden") return control.value;
  const fresh = control.cloneNode() as HTMLInputElement | HTMLTextAreaElement;
  fresh.defaultValue = control.defaultValue;
  const form = document.createElement("form");
  form.append(fresh);
  form.reset();
  return fresh.value;
}
