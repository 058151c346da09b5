import { type RefObject, useEffect, useRef } from "react";
import { stopsIn } from "./focus-stops";

/** Focus the first control of an inline editor when it appears. Returns the ref for the editor, or `ref` if it is passed. */
export function useFocusFirst<E extends HTMLElement>(ref?: RefObject<E | null>): RefObject<E | null> {
  const own = useRef<E>(null);
  const place = ref ?? own;
  useEffect(() => {
    if (place.current) stopsIn(place.current)[0]?.focus();
  }, [place]);
  return place;
}
