import type { ReactNode } from "react";
import type { ApiResponse } from "../../api/types";
import type { FormFault, FormRow, FormType } from "../../domain/forms/doc-forms";
import type { InfiniteList } from "../../lib/state/use-infinite-list";

/** A form that a new one can begin with. */
export type Starter = { key: string; title: string; type: FormType };

/** What was asked for in the list: each opens its dialog, or does it at once. */
export type FormAction =
  | { kind: "new" }
  | { kind: "copy"; form: FormRow }
  | { kind: "publish"; form: FormRow }
  | { kind: "faults"; form: FormRow; faults: readonly FormFault[] }
  | { kind: "archive"; form: FormRow; archived: boolean }
  | { kind: "bundles" };

/** What both displays of the list take. */
export type FormRowsProps = {
  list: InfiniteList<FormRow>;
  /** Null for those who may only read. */
  onAction: ((action: FormAction) => void) | null;
  empty: ReactNode;
};

export type QuestionRow = ApiResponse<"QuestionRow">;
export type Question = ApiResponse<"Question">;
