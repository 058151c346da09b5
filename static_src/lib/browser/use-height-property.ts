import { type RefObject, useEffect } from "react";

/**
 * Set a custom property of the page to the height of a sticky element, in px, for the styles of the content below it.
 * Does nothing while `enabled` is false.
 */
export function useHeightProperty(
  place: RefObject<HTMLElement | null>,
  property: `--${string}`,
  enabled = true,
): void {
  useEffect(() => {
    const element = place.current;
    if (!enabled || !element) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() =>
      style.setProperty(property, `${element.getBoundingClientRect().height}px`),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty(property);
    };
  }, [place, property, enabled]);
}
