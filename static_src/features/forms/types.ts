import type { ReactNode } from "react";
import type { ApiResponse } from "../../api/types";
import type { FormFault, FormRow, FormType } from "../../domain/forms/doc-forms";
import type { InfiniteList } from "../../lib/state/use-infinite-list";

/** Template for a new form. */
export type Starter = { key: string; title: string; type: FormType };

/** Action in the list of forms; it opens a dialog or runs immediately. */
export type FormAction =
  | { kind: "new" }
  | { kind: "copy"; form: FormRow }
  | { kind: "publish"; form: FormRow }
  | { kind: "faults"; form: FormRow; faults: readonly FormFault[] }
  | { kind: "move"; form: Pick<FormRow, "id" | "title"> }
  | { kind: "download"; form: FormRow }
  | { kind: "archive"; form: FormRow; archived: boolean }
  | { kind: "bundles" };

/** Props of both views of the list. */
export type FormRowsProps = {
  list: InfiniteList<FormRow>;
  /** Null for read-only users. */
  onAction: ((action: FormAction) => void) | null;
  empty: ReactNode;
};

export type QuestionRow = ApiResponse<"QuestionRow">;
export type Question = ApiResponse<"Question">;
