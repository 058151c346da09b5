import { type RefObject, useEffect } from "react";

/**
 * Tells the styles the height of what stays in sight, as a custom property of the page: what stands below it has to know
 * how much of the window it takes.
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
