import { firstStop, stopsIn } from "./focus-stops";

type PlaceIn = Pick<MutationRecord, "target" | "nextSibling" | "previousSibling">;

/**
 * Who works by keyboard loses their place when what has the focus goes with what they did: a row, a tag, a file, the
 * button that cleared an answer. The focus then goes to what stands next to it. A field that was switched off while
 * something was sent has it again when it is switched on.
 */
export function keepFocus(): () => void {
  let last: HTMLElement | null = null;
  const note = (at: EventTarget | null) => {
    last = at instanceof HTMLElement && at.matches(":focus-visible") ? at : null;
  };
  const onFocus = ({ target }: FocusEvent) => note(target);
  let tabbed = false;
  const onKey = ({ key }: KeyboardEvent) => {
    tabbed = key === "Tab";
  };
  // Between two places nothing has the focus. What changes just then, such as a field that says it is empty, takes
  // nobody's place: the focus is on its way, and to fetch it back would leave Tab without effect.
  const onLeave = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget || tabbed) last = null;
  };
  const onPointer = () => {
    last = null;
  };
  const observer = new MutationObserver((records) => {
    if (!last) return;
    const kept = last;
    if (kept.isConnected) {
      if (isFocusLost() && !kept.matches(":disabled")) kept.focus({ preventScroll: true });
      return;
    }
    last = null;
    const gone = records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(kept)));
    // Whoever took it away may give the focus to something of their own first.
    if (gone) setTimeout(() => isFocusLost() && neighbourOf(gone)?.focus());
  });
  note(document.activeElement);
  document.addEventListener("focusin", onFocus);
  document.addEventListener("focusout", onLeave, true);
  document.addEventListener("keydown", onKey, true);
  document.addEventListener("pointerdown", onPointer, true);
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled"] });
  return () => {
    document.removeEventListener("focusin", onFocus);
    document.removeEventListener("focusout", onLeave, true);
    document.removeEventListener("keydown", onKey, true);
    document.removeEventListener("pointerdown", onPointer, true);
    observer.disconnect();
  };
}

/**
 * For what covers the page: remembers where the focus is, for who works by keyboard, and returns what brings it back
 * after. Where that place has gone meanwhile, or nothing had the focus, it goes to what stood next to it, or to the
 * page's content.
 */
export function holdPlace(): () => void {
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

/** What follows in the same list, else what precedes, else the nearest stop in what it stood in, else the dialog or the page's content. */
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

/** The first stop in `around` after `place`, else the last before it: the top of a long form would be far away. */
function nearestStop(around: Element, place: Node): HTMLElement | undefined {
  const inside = stopsIn(around);
  const follows = (stop: Element) => place.compareDocumentPosition(stop) === Node.DOCUMENT_POSITION_FOLLOWING;
  return inside.find(follows) ?? inside.at(-1);
}
