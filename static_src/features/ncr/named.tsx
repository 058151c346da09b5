import type { ReactNode } from "react";
import type { NcrDraft } from "./draft";

/** Wrapper with the name of the form field that it contains. */
export function Named({ name, children }: { name: keyof NcrDraft; children: ReactNode }) {
  return <div data-field={name}>{children}</div>;
}
