import { answered } from "../../../../domain/questionnaire/rules/answers";
import type { PlacedField } from "../../../../domain/questionnaire/rules/walk";
import { keyOfTask } from "../../tasks";
import type { FollowUpTask, Rfx } from "../../types";
import type { OpenRfx } from "../open-rfx";

/** Answers of the respondent that the viewer reviews, in document order: the number of reviewed answers, and the remaining ones. */
export type ReviewProgress = { total: number; reviewed: number; pending: readonly PlacedField[] };

/** Count the answers in `fields`, all fields of the RFx by default. Questions without an answer do not count. */
export function reviewProgress(
  { rfx, answering }: OpenRfx,
  fields: readonly PlacedField[] = answering.fields,
): ReviewProgress {
  const { values } = rfx.latestValuesFvc;
  const tasks = tasksByKey(rfx.tasks);
  const answers = fields.filter(
    ({ key, field }) =>
      isTheirs(field) &&
      mayReview(rfx, key) &&
      answering.store.get(key).isVisible &&
      answered(field, values[key]?.value),
  );
  const pending = answers.filter(({ key }) => !isReviewed(values[key], tasks.get(key)));
  return { total: answers.length, reviewed: answers.length - pending.length, pending };
}

/** Return true for a field of the respondent, whose answer the requester reviews. */
export function isTheirs({ writableBy }: PlacedField["field"]): boolean {
  return writableBy !== "REQUESTER";
}

/** Return true if the viewer may review the answer: all of them, or an answer in one of its review parts. */
export function mayReview({ actions, reviewKeys }: Rfx, key: string): boolean {
  return actions.review && (reviewKeys?.includes(key) ?? true);
}

/** Return the answer after `key` that is not reviewed; after the last, start again at the first. */
export function nextToReview(open: OpenRfx, key: string | null): PlacedField | undefined {
  const { pending } = reviewProgress(open);
  const from = open.answering.fields.findIndex((placed) => placed.key === key);
  return pending.find(({ index }) => index > from) ?? pending[0];
}

type Value = Rfx["latestValuesFvc"]["values"][string];

/**
 * An answer is reviewed if it is accepted, while a follow-up waits for the respondent, and after a follow-up was closed
 * without a later change of the answer. An answered follow-up needs another look.
 */
function isReviewed(value: Value | undefined, tasks: readonly FollowUpTask[] = []): boolean {
  if (value?.accepted) return true;
  if (tasks.some(({ status }) => status === "ANSWERED")) return false;
  const updated = Date.parse(value?.updated ?? "");
  return tasks.some(({ status, closed }) => status === "OPEN" || (closed && Date.parse(closed) >= updated));
}

function tasksByKey(tasks: readonly FollowUpTask[]): ReadonlyMap<string, readonly FollowUpTask[]> {
  const byKey = new Map<string, FollowUpTask[]>();
  for (const task of tasks) {
    const key = keyOfTask(task);
    if (key) byKey.set(key, [...(byKey.get(key) ?? []), task]);
  }
  return byKey;
}
