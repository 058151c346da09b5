import { useEffect } from "react";

/** A supplier of the viewer's organisation, above None. */
export type PageSupplier = { relationshipId: number; name: string };

let current: PageSupplier | null = null;

/** Set the supplier of the page, which modals of the shell preselect. Null sets nothing. */
export function usePageSupplier(relationshipId: number | null, name: string): void {
  useEffect(() => {
    if (relationshipId === null) return;
    const mine = { relationshipId, name };
    current = mine;
    return () => {
      if (current === mine) current = null;
    };
  }, [relationshipId, name]);
}

/** Return the supplier of the page, or null. */
export const pageSupplier = (): PageSupplier | null => current;
