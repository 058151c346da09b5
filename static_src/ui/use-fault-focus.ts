import { type RefObject, useEffect, useRef } from "react";

/**
 * Focus the first invalid field when a request ends, because the field may be out of sight. Does nothing if the form has
 * an error summary, which takes the focus itself. Returns the ref for the form.
 */
export function useFaultFocus<E extends HTMLElement>(busy: boolean): RefObject<E | null> {
  const root = useRef<E>(null);
  const wasBusy = useRef(busy);
  useEffect(() => {
    if (wasBusy.current && !busy && !root.current?.querySelector(".error-summary")) {
      root.current?.querySelector<HTMLElement>("[aria-invalid='true']")?.focus();
    }
    wasBusy.current = busy;
  }, [busy]);
  return root;
}
