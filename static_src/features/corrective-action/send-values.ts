import { request } from "../../api/client";
import type { Conflict, SaveOutcome } from "../../domain/saving/saving-contract";
import type { ValueToSave } from "../../domain/saving/unsent-answers";
import type { StepFile, StepName, StepSaveResult } from "./types";

/** Time limit of a save, ms. After it the values stay stored and are sent again. */
const maxSaveTime = 30_000;

/** The result of a save over all steps. Keys begin with the step. */
export type ActionSaveResult = SaveOutcome & {
  problems: Record<string, string[]>;
  files: Partial<Record<StepName, StepFile[]>>;
  /** The steps that were saved. */
  steps: StepName[];
};

/** Return the key of a field of a step, as the page uses it: with the step. */
export const keyIn = (step: StepName, key: string) => `${step}.${key}`;

/** Split a key of the page into the step and the key of the field. */
function splitKey(key: string): [StepName, string] {
  return [key.slice(0, 2) as StepName, key.slice(3)];
}

/** PUT values, one request for each step. Repeating it changes nothing twice. Throws ApiError. */
export async function putStepValues(
  actionId: number,
  values: Record<string, ValueToSave>,
): Promise<ActionSaveResult> {
  const bySteps = new Map<StepName, Record<string, ValueToSave>>();
  for (const [key, value] of Object.entries(values)) {
    const [step, field] = splitKey(key);
    bySteps.set(step, { ...bySteps.get(step), [field]: value });
  }
  const total: ActionSaveResult = {
    saved: {},
    conflicts: {},
    refused: {},
    problems: {},
    files: {},
    steps: [],
  };
  for (const [step, ofStep] of bySteps) {
    const result = await request("PUT", "/api/correctiveAction/{action_id}/step/{step}", {
      path: { action_id: actionId, step },
      body: { values: ofStep },
      toast: false,
      keepalive: true,
      signal: AbortSignal.timeout(maxSaveTime),
    });
    add(total, step, result);
  }
  return total;
}

function add(total: ActionSaveResult, step: StepName, result: StepSaveResult): void {
  const prefixed = <V>(values: Readonly<Record<string, V>>) =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [keyIn(step, key), value]));
  const conflicts: Record<string, Conflict> = Object.fromEntries(
    Object.entries(result.conflicts).map(([key, { updated, ...conflict }]) => [
      keyIn(step, key),
      { ...conflict, updated: updated ?? "" },
    ]),
  );
  Object.assign(total.saved, prefixed(result.saved));
  Object.assign(total.conflicts, conflicts);
  Object.assign(total.refused, prefixed(result.refused));
  Object.assign(total.problems, prefixed(result.problems));
  total.files[step] = result.files;
  total.steps.push(step);
}
