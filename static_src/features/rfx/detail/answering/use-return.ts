import { useEffect, useEffectEvent, useRef } from "react";
import { fieldId } from "../../../../domain/questionnaire/field-ids";
import { readNote, writeNote } from "../../../../lib/browser/sign-in-notes";
import { useBrowserEvent } from "../../../../lib/events";
import type { Answering } from "./answering";

/** Return to the field that the user was in when the page was left for the sign-in or a maintenance. */
export function useReturn(answering: Answering, goTo: (key: string) => void): void {
  const lastSlot = useRef("");
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      const slot = target instanceof Element && target.closest(".doc-field, .doc-inline");
      if (slot) lastSlot.current = slot.id;
    };
    document.addEventListener("focusin", onFocus);
    return () => document.removeEventListener("focusin", onFocus);
  }, []);
  useBrowserEvent("BEFORE_LEAVE", () => {
    const placed = answering.fields.find(({ key }) => fieldId(key) === lastSlot.current);
    writeNote("field", placed ? `${window.location.pathname} ${placed.key}` : "");
  });
  const resume = useEffectEvent(() => {
    const [path, key] = readNote("field").split(" ");
    if (path !== window.location.pathname) return;
    writeNote("field");
    if (key) goTo(key);
  });
  useEffect(() => resume(), []);
}
