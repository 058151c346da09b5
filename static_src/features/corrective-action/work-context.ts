import { createContext, useContext, useSyncExternalStore } from "react";
import { useSaving } from "../../domain/saving/saving-indicator";
import type { ActionWork } from "./action-work";
import type { StepName } from "./types";

/** The fields of one step, and whether the viewer can change them. */
export type StepWork = { work: ActionWork; step: StepName; isReadOnly: boolean };

const Context = createContext<StepWork | null>(null);
export const StepWorkProvider = Context.Provider;

export function useStepWork(): StepWork {
  const context = useContext(Context);
  if (!context) throw new Error("A field of a step needs a StepWorkProvider");
  return context;
}

/** Return the values of all fields, by key with the step. */
export function useValues(work: ActionWork): ReadonlyMap<string, unknown> {
  return useSyncExternalStore(work.subscribe, work.all, work.all);
}

/** Return the value of a field of the step with its errors and a function that changes it. */
export function useStepField(name: string) {
  const { work, step, isReadOnly } = useStepWork();
  const key = `${step}.${name}`;
  const value = useValues(work).get(key) ?? null;
  const { refused, conflicts } = useSaving(work.saving);
  const refusal = refused[key];
  return {
    key,
    value,
    isReadOnly,
    errors: refusal ? [refusal] : work.problemsAt(key),
    conflict: conflicts[key],
    set: (next: unknown) => work.edit(key, next),
    keepMine: () => work.saving.keepMine(key),
    takeTheirs: () => work.saving.takeTheirs(key),
  };
}

/** Return the problems of a list of the step, such as a team without people. */
export function useListProblems(name: string): readonly string[] {
  const { work, step } = useStepWork();
  useValues(work);
  return work.problemsAt(`${step}.${name}`);
}
