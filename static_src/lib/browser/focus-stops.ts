const stops =
  ":is(a[href], button, input, select, textarea, summary, [contenteditable='true'], [tabindex]):not(:disabled, [tabindex='-1'], [hidden] *)";

/** Where Tab stops inside a place, in its order. */
export function stopsIn(place: Element | null): HTMLElement[] {
  return [...(place?.querySelectorAll<HTMLElement>(stops) ?? [])].filter(isShown);
}

/** The place itself, where Tab stops at it, or the first stop inside. */
export function firstStop(place: Element): HTMLElement | undefined {
  return place.matches(stops) && isShown(place) ? (place as HTMLElement) : stopsIn(place)[0];
}

const isShown = (element: Element) => element.checkVisibility?.() ?? true;
