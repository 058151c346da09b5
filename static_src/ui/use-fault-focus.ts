import { type RefObject, useEffect, useRef } from "react";

/**
 * For what is sent as a whole: once that has ended, the first field that the server refused has the focus, since it may
 * be out of sight. Where the faults are listed at the top, that list has it.
 */
export function useFaultFocus<E extends HTMLElement>(busy: boolean): RefObject<E | null> {
  const place = useRef<E>(null);
  const wasBusy = useRef(busy);
  useEffect(() => {
    if (wasBusy.current && !busy && !place.current?.querySelector(".error-summary")) {
      place.current?.querySelector<HTMLElement>("[aria-invalid='true']")?.focus();
    }
    wasBusy.current = busy;
  }, [busy]);
  return place;
}
