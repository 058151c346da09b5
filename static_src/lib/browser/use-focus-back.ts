import { type RefObject, useEffect, useRef } from "react";

/**
 * Gives the focus back to the button that opened an editor in its place, once the editor is gone and the button is
 * drawn again. Put the ref on the button.
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
