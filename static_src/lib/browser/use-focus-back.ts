import { type RefObject, useEffect, useRef } from "react";

/**
 * Return the focus to the button that an inline editor had replaced, when editing ends and the button is rendered again.
 * Returns the ref for the button.
 */
export function useFocusBack(editing: boolean): RefObject<HTMLButtonElement | null> {
  const opener = useRef<HTMLButtonElement>(null);
  const before = useRef(editing);
  useEffect(() => {
    if (before.current && !editing) opener.current?.focus();
    before.current = editing;
  }, [editing]);
  return opener;
}
