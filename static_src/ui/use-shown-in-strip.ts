import { type RefObject, useEffect } from "react";

/**
 * In a strip that has not room for all that is in it, such as tabs on a phone, what is chosen is in sight; the page
 * itself stays where it is. `selector` names it, and `chosen` changes with it.
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
    // Its width is known only once its font is there.
    document.fonts?.ready.then(show);
  }, [strip, selector, chosen]);
}

/** Browsers leave what is at a strip's edge, half of it hidden, where it is, even if it has the focus. */
export function bringIntoSight(strip: HTMLElement | null, selector: string): void {
  const inside = strip?.querySelector(selector)?.getBoundingClientRect();
  if (!strip || !inside) return;
  const { left, right } = strip.getBoundingClientRect();
  if (inside.left < left) strip.scrollLeft += inside.left - left;
  else if (inside.right > right) strip.scrollLeft += inside.right - right;
}
