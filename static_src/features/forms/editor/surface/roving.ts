import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";

const controls = "button:not(.menu-list *), select";

/** Make a toolbar one tab stop; arrow keys, Home and End move the focus between its current controls. */
export function useRoving(bar: RefObject<HTMLElement | null>) {
  const current = useRef<HTMLElement | null>(null);
  const getItems = () => [...(bar.current?.querySelectorAll<HTMLElement>(controls) ?? [])];
  const updateTabStops = (focused?: HTMLElement) => {
    const items = getItems();
    if (focused && items.includes(focused)) current.current = focused;
    if (!current.current || !items.includes(current.current)) current.current = items[0] ?? null;
    for (const item of items) item.tabIndex = item === current.current ? 0 : -1;
  };
  useEffect(() => updateTabStops());
  return {
    onFocus: (event: { target: EventTarget }) => updateTabStops(event.target as HTMLElement),
    onKeyDown: (event: KeyboardEvent) => {
      const items = getItems();
      const at = items.indexOf(event.target as HTMLElement);
      if (at < 0) return;
      const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: items.length - 1 }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      items[(to + items.length) % items.length]?.focus();
    },
  };
}
