import { fieldId } from "../../../domain/questionnaire/field-ids";
import type { PlacedField } from "../../../domain/questionnaire/rules/walk";

/** Return the key of the field with the focus; null if the focus is elsewhere. */
export function focusedKey(fields: readonly PlacedField[]): string | null {
  const slot = document.activeElement?.closest(".doc-field, .doc-inline");
  return (slot && fields.find(({ key }) => fieldId(key) === slot.id)?.key) ?? null;
}

/** Return the section of the field with the focus, else the section in the middle of the window; null without one. */
export function sectionInUse(fields: readonly PlacedField[]): number | null {
  const focused = focusedKey(fields);
  if (focused !== null) return fields.find(({ key }) => key === focused)?.sectionIndex || null;
  const headings = [...document.querySelectorAll<HTMLElement>(".rfx-form [id^='section-']")];
  const above = headings.filter((heading) => {
    const { top, width } = heading.getBoundingClientRect();
    // A heading on a hidden tab has no size.
    return width > 0 && top < window.innerHeight / 2;
  });
  return Number(above.at(-1)?.id.split("-")[2]) || null;
}
