import { type RefObject, useEffect } from "react";

/**
 * Set a custom property of the page to the height of a sticky element, in px, for the styles of the content below it.
 * Does nothing while `known` is false.
 */
export function useHeightKnown(
  place: RefObject<HTMLElement | null>,
  property: `--${string}`,
  known = true,
): void {
  useEffect(() => {
    const element = place.current;
    if (!known || !element) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() =>
      style.setProperty(property, `${element.getBoundingClientRect().height}px`),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty(property);
    };
  }, [place, property, known]);
}
