import { firstStop, stopsIn } from "./focus-stops";

type PlaceIn = Pick<MutationRecord, "target" | "nextSibling" | "previousSibling">;

/**
 * Keep the position of keyboard users when the focused element is removed by their action (a row, a tag, a file, the
 * button that cleared an answer): the focus moves to its neighbour. A field that was disabled during a request gets the
 * focus back when it is enabled. Returns a function that stops this.
 */
export function keepFocus(): () => void {
  let lastFocused: HTMLElement | null = null;
  const remember = (at: EventTarget | null) => {
    lastFocused = at instanceof HTMLElement && at.matches(":focus-visible") ? at : null;
  };
  const onFocus = ({ target }: FocusEvent) => remember(target);
  let isTabbing = false;
  const onKey = ({ key }: KeyboardEvent) => {
    isTabbing = key === "Tab";
  };
  // While the focus moves, no element has it. A change of the page just then (a field shows that it is empty) has not
  // removed the focused element, and restoring the focus would cancel the Tab key.
  const onFocusOut = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget || isTabbing) lastFocused = null;
  };
  const onPointer = () => {
    lastFocused = null;
  };
  const observer = new MutationObserver((records) => {
    if (!lastFocused) return;
    const focused = lastFocused;
    if (focused.isConnected) {
      if (isFocusLost() && !focused.matches(":disabled")) focused.focus({ preventScroll: true });
      return;
    }
    lastFocused = null;
    const removal = records.find(({ removedNodes }) =>
      [...removedNodes].some((node) => node.contains(focused)),
    );
    // Wait, because the code that removed the element may set the focus itself.
    if (removal) setTimeout(() => isFocusLost() && neighbourOf(removal)?.focus());
  });
  remember(document.activeElement);
  document.addEventListener("focusin", onFocus);
  document.addEventListener("focusout", onFocusOut, true);
  document.addEventListener("keydown", onKey, true);
  document.addEventListener("pointerdown", onPointer, true);
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled"] });
  return () => {
    document.removeEventListener("focusin", onFocus);
    document.removeEventListener("focusout", onFocusOut, true);
    document.removeEventListener("keydown", onKey, true);
    document.removeEventListener("pointerdown", onPointer, true);
    observer.disconnect();
  };
}

/**
 * Remember the focused element before a dialog covers the page, and return a function that restores the focus. If the
 * element was removed meanwhile, or nothing had the focus, its neighbour or the content of the page gets it.
 */
export function rememberFocus(): () => void {
  const at = document.activeElement;
  const places: PlaceIn[] = [];
  for (let part = at?.matches(":focus-visible") ? at : null; part?.parentNode; part = part.parentElement) {
    places.push({
      target: part.parentNode,
      nextSibling: part.nextSibling,
      previousSibling: part.previousSibling,
    });
  }
  return () => {
    if (!isFocusLost()) return;
    const left = places.find(({ target }) => target.isConnected);
    const next = left ? neighbourOf(left) : document.getElementById("content");
    next?.focus({ preventScroll: !left });
  };
}

const isFocusLost = () => document.activeElement === document.body;

/**
 * Return the element to focus in place of a removed one: the next in the same parent, else the previous, else the nearest
 * Tab stop in an ancestor, else the dialog or the content of the page.
 */
function neighbourOf({ target, nextSibling, previousSibling }: PlaceIn): HTMLElement | null {
  const place = target instanceof Element ? target : target.parentElement;
  const dialog = place?.isConnected && place.closest<HTMLElement>("[role=dialog]");
  const content = dialog || document.getElementById("content");
  if (!content?.contains(target)) return content;
  for (let next = nextSibling; next; next = next.nextSibling) {
    const stop = next instanceof Element && next.isConnected && firstStop(next);
    if (stop) return stop;
  }
  for (let before = previousSibling; before; before = before.previousSibling) {
    const stop = before instanceof Element && before.isConnected && firstStop(before);
    if (stop) return stop;
  }
  for (let around: Node | null = target; around && around !== content; around = around.parentNode) {
    const stop = around instanceof Element && nearestStop(around, target);
    if (stop) return stop;
  }
  return content;
}

/** Return the first stop in `around` after `place`, else the last one before it, which is nearer than the top of a form. */
function nearestStop(around: Element, place: Node): HTMLElement | undefined {
  const inside = stopsIn(around);
  const follows = (stop: Element) => place.compareDocumentPosition(stop) === Node.DOCUMENT_POSITION_FOLLOWING;
  return inside.find(follows) ?? inside.at(-1);
}
