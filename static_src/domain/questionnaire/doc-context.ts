import { createContext, type ReactNode, useContext } from "react";
import type { AnswerStore } from "./answer-store";
import type { FileAnswer } from "./rules/types";
import type { PlacedField } from "./rules/walk";

export type DocMode = "form" | "readonly";

/** Uploads one file and gives back what the answer keeps of it; `onProgress` takes 0 to 1. */
export type UploadAnswer = (
  file: File,
  options: { onProgress?: ((share: number) => void) | undefined; signal?: AbortSignal | undefined },
) => Promise<FileAnswer>;

/** What a page adds to the fields of a document. Keep the functions the same between renders. */
export interface DocExtras {
  /** Shown under a field, in a `.doc-below`: follow-ups, re-use offers, the choice in a conflict. */
  below?: ((placed: PlacedField) => ReactNode) | undefined;
  /** Shown beside an uploaded file: who took it, when. */
  besideFile?: ((file: FileAnswer, placed: PlacedField) => ReactNode) | undefined;
  /** Keys of the fields that carry a mark at their side, such as an open follow-up. */
  flagged?: ReadonlySet<string> | undefined;
  /** False makes a field read-only here. Completion goes by the store's writable keys. */
  rwMap?: Readonly<Record<string, boolean>> | undefined;
  upload?: UploadAnswer | undefined;
  /** Somebody has signed; the answer is in the store already. */
  onSigned?: ((key: string) => void) | undefined;
  /** Where an attachment is read from. */
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
