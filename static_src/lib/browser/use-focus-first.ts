import { type RefObject, useEffect, useRef } from "react";
import { stopsIn } from "./focus-stops";

/** For an editor that comes in the place of what it changes: its first control has the focus once it is there. */
export function useFocusFirst<E extends HTMLElement>(given?: RefObject<E | null>): RefObject<E | null> {
  const own = useRef<E>(null);
  const place = given ?? own;
  useEffect(() => {
    if (place.current) stopsIn(place.current)[0]?.focus();
  }, [place]);
  return place;
}
