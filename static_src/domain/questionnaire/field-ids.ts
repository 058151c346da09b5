/** Return the id of a field's control, the target of error summaries and of "next unanswered". */
export function controlId(key: string): string {
  return `answer-${key.replace(".", "-")}`;
}

/** Return the id of the element around a field: label, control and the content below. */
export function fieldId(key: string): string {
  return `field-${key.replace(".", "-")}`;
}

/** Return the id of a section heading, for the list of sections next to the form. */
export function sectionId(formIndex: number, sectionIndex: number): string {
  return `section-${formIndex}-${sectionIndex}`;
}

/** Return the id of the element around a section: its heading and the fields below. */
export function partId(formIndex: number, sectionIndex: number): string {
  return `part-${formIndex}-${sectionIndex}`;
}

/**
 * Scroll to a field and focus its control, or the field if it is read-only. An element with `data-first-focus` comes
 * before the control. Returns false if the field is not on the page.
 */
export function focusAnswer(key: string): boolean {
  const field = document.getElementById(fieldId(key));
  if (!field) return false;
  field.scrollIntoView({ block: "center" });
  const control =
    field.querySelector<HTMLElement>("[data-first-focus]") ??
    field.querySelector<HTMLElement>("input:not([type=hidden]), textarea, select, button");
  if (!control) field.tabIndex = -1;
  (control ?? field).focus({ preventScroll: true });
  return true;
}
