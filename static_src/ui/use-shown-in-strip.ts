import { type RefObject, useEffect } from "react";

/**
 * Keep the selected item of a scrolling strip in view (tabs on a phone), without scrolling the page. `selector` matches
 * the item; a change of `chosen` scrolls again, and undefined does nothing.
 */
export function useShownInStrip(
  strip: RefObject<HTMLElement | null>,
  selector: string,
  chosen: string | undefined,
): void {
  useEffect(() => {
    if (chosen === undefined) return;
    const show = () => bringIntoSight(strip.current, selector);
    show();
    // The width changes when the font has loaded.
    document.fonts?.ready.then(show);
  }, [strip, selector, chosen]);
}

/** Scroll an item of a strip fully into view. Browsers do not scroll to a focused item that is partly visible. */
export function bringIntoSight(strip: HTMLElement | null, selector: string): void {
  const inside = strip?.querySelector(selector)?.getBoundingClientRect();
  if (!strip || !inside) return;
  const { left, right } = strip.getBoundingClientRect();
  if (inside.left < left) strip.scrollLeft += inside.left - left;
  else if (inside.right > right) strip.scrollLeft += inside.right - right;
}
