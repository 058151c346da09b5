const stops =
  ":is(a[href], button, input, select, textarea, summary, [contenteditable='true'], [tabindex]):not(:disabled, [tabindex='-1'], [hidden] *)";

/** Return the visible Tab stops inside an element, in document order. */
export function stopsIn(place: Element | null): HTMLElement[] {
  return [...(place?.querySelectorAll<HTMLElement>(stops) ?? [])].filter(isShown);
}

/** Return the element itself if it is a Tab stop, else the first stop inside. */
export function firstStop(place: Element): HTMLElement | undefined {
  return place.matches(stops) && isShown(place) ? (place as HTMLElement) : stopsIn(place)[0];
}

const isShown = (element: Element) => element.checkVisibility?.() ?? true;
