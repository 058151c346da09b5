/** The last values of controls before hydration: checked or not for checkboxes and radio buttons, else the value. */
export type TypedEarly = ReadonlyMap<Control, string | boolean>;
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Replay the values that were entered before hydration. React has not seen them and has restored the server's value in
 * some controls, so each value is set again and fires an event.
 */
export function replayTyped(typed: TypedEarly = new Map()): void {
  // Copy the entries: the inline script (early.ts) adds each replayed event to the same map.
  for (const [control, value] of [...typed]) if (control.isConnected) replay(control, value);
}

function replay(control: Control, value: string | boolean): void {
  if (typeof value === "boolean") {
    (control as HTMLInputElement).checked = !value;
    control.click();
  } else if (control instanceof HTMLSelectElement) {
    control.value = value;
    control.dispatchEvent(new Event("change", { bubbles: true }));
  } else if (control.type === "file") {
    control.dispatchEvent(new Event("change", { bubbles: true }));
  } else {
    setText(control, value);
    control.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

/** Set a text so that React sees a change: it ignores an input event if the value equals the last one set by property. */
function setText(control: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const { selectionStart, selectionEnd } = control;
  control.value = text ? "" : " ";
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value")?.set?.call(control, text);
  if (selectionStart !== null) control.setSelectionRange(selectionStart, selectionEnd);
}

/**
 * Return values that a password manager, a dictation or a script has set without an event. Empty after a reload or going
 * back: the browser restores earlier values then, which may be older than the server's values.
 */
export function findFills(island: HTMLElement): TypedEarly {
  const fills = new Map<Control, string | boolean>();
  const [arrival] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (arrival?.type !== "navigate" || !island.hasAttribute("data-rendered")) return fills;
  for (const control of island.querySelectorAll<Control>("input, textarea, select")) {
    if (control.disabled || ("readOnly" in control && control.readOnly)) continue;
    const value = currentValue(control);
    // Replay only the selected radio button; selecting it deselects the other.
    if (value !== serverValue(control) && !(control.type === "radio" && !value)) fills.set(control, value);
  }
  return fills;
}

const isTicked = (control: Control): control is HTMLInputElement =>
  control.type === "checkbox" || control.type === "radio";

const currentValue = (control: Control) => (isTicked(control) ? control.checked : control.value);

/** Return the server's value as the browser normalises it, such as without line breaks in a text input. */
function serverValue(control: Control): string | boolean {
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
