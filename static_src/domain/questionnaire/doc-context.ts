import { createContext, type ReactNode, useContext } from "react";
import type { AnswerStore } from "./answer-store";
import type { FileAnswer } from "./rules/types";
import type { PlacedField } from "./rules/walk";

export type DocMode = "form" | "readonly";

/** Upload one file and return its entry in the answer; `onProgress` receives 0 to 1. */
export type UploadAnswer = (
  file: File,
  options: { onProgress?: ((share: number) => void) | undefined; signal?: AbortSignal | undefined },
) => Promise<FileAnswer>;

/** Source of the sentence about the effect of a signature; null if it is stored like any other answer. */
export interface SigningNotice {
  subscribe: (listener: () => void) => () => void;
  textFor: (key: string) => string | null;
}

/** Additions of a page to the fields of a document. The functions must stay the same between renders. */
export interface DocExtras {
  /** Content below a field, in a `.doc-below`: follow-ups, re-use offers, the choice in a conflict. */
  below?: ((placed: PlacedField) => ReactNode) | undefined;
  /** Content below a section heading, by the id of the heading (`sectionId`). */
  belowSection?: ((section: string) => ReactNode) | undefined;
  /** Keys of fields with a mark at their side, for example for an open follow-up. */
  flagged?: ReadonlySet<string> | undefined;
  /** False makes a field read-only in this view. Completion is computed from the writable keys of the store. */
  rwMap?: Readonly<Record<string, boolean>> | undefined;
  upload?: UploadAnswer | undefined;
  /** Called after signing, when the store already has the answer. */
  onSigned?: ((key: string) => void) | undefined;
  /** The sentence below a signature whose signing submits the response. */
  signing?: SigningNotice | undefined;
  /** Return the address of an attachment; `/files/{id}` by default. */
  fileUrl?: ((attachmentId: number) => string) | undefined;
}

export interface DocContextValue extends DocExtras {
  mode: DocMode;
  store: AnswerStore;
  byFid: ReadonlyMap<string, PlacedField>;
  sections: ReadonlyMap<unknown, string>;
}

const Context = createContext<DocContextValue | null>(null);

export const DocProvider = Context.Provider;

export function useDoc(): DocContextValue {
  const value = useContext(Context);
  if (!value) throw new Error("A field of a form is outside DocView");
  return value;
}

export function fileAddress(doc: DocContextValue, attachmentId: number): string {
  return doc.fileUrl?.(attachmentId) ?? `/files/${attachmentId}`;
}
