import type { ReactNode } from "react";
import type { Dumped } from "../../api/typed";
import type { InfiniteList } from "../../lib/state/use-infinite-list";
import type { FormFault, FormRow, FormType } from "./doc-forms";

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

export type QuestionRow = Dumped<"QuestionRow">;
export type Question = Dumped<"Question">;
