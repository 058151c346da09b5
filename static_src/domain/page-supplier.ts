import { useEffect } from "react";

/** A supplier of the viewer's organisation, above None. */
export type PageSupplier = { relationshipId: number; name: string };

let current: PageSupplier | null = null;

/** Name the supplier that the page is about, for modals of the shell that begin with one. */
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

/** The supplier that the page is about, or null. */
export const pageSupplier = (): PageSupplier | null => current;
