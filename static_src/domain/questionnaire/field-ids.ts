/** The id of a field's control, where an error summary or "next unanswered" leads to. */
export function controlId(key: string): string {
  return `answer-${key.replace(".", "-")}`;
}

/** The id of the element around a field: its label, control and what is shown below. */
export function fieldId(key: string): string {
  return `field-${key.replace(".", "-")}`;
}

/** The id of a section's heading, for lists of sections beside the form. */
export function sectionId(formIndex: number, sectionIndex: number): string {
  return `section-${formIndex}-${sectionIndex}`;
}

/**
 * Show a field and put the cursor into it, or the focus on it where it is only read. Gives back whether it is on the
 * page.
 */
export function focusAnswer(key: string): boolean {
  const field = document.getElementById(fieldId(key));
  if (!field) return false;
  field.scrollIntoView({ block: "center" });
  const control = field.querySelector<HTMLElement>("input:not([type=hidden]), textarea, select, button");
  if (!control) field.tabIndex = -1;
  (control ?? field).focus({ preventScroll: true });
  return true;
}
