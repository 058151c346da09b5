import { useEffect, useEffectEvent } from "react";
import { fieldId } from "../../../domain/questionnaire/field-ids";
import type { Answering } from "./answering/answering";

/**
 * Show the field that the fragment of the address names (`#field-company`), on load and when it changes. The fragment is
 * removed then, so that the same link works again.
 */
export function useFieldOfAddress(answering: Answering, show: (key: string) => void): void {
  const showField = useEffectEvent(() => {
    const id = window.location.hash.slice(1);
    const placed = id && answering.fields.find(({ key }) => fieldId(key) === id);
    if (!placed) return;
    window.history.replaceState(window.history.state, "", window.location.pathname + window.location.search);
    show(placed.key);
  });
  useEffect(() => {
    const onHash = () => showField();
    onHash();
    window.addEventListener("hashchange", onHash);
    return () => window.removeEventListener("hashchange", onHash);
  }, []);
}
