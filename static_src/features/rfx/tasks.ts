import type { FollowUpTask } from "./types";

/** Dialog that the user has opened for an answer: a new follow-up, its history, or an existing task. */
export type Asked = { kind: "followUp" | "history"; key: string } | { kind: "task"; id: number };

/** Return the key of the field of a task. */
export function keyOfTask({ fieldKey, formValue }: FollowUpTask): string | null {
  return fieldKey ?? formValue?.name ?? null;
}

/** Group open follow-up tasks by the key of their field. */
export function openTasksByField(
  tasks: readonly FollowUpTask[],
): ReadonlyMap<string, readonly FollowUpTask[]> {
  const tasksByField = new Map<string, FollowUpTask[]>();
  for (const task of tasks) {
    const key = keyOfTask(task);
    if (key && task.isOpen) tasksByField.set(key, [...(tasksByField.get(key) ?? []), task]);
  }
  return tasksByField;
}

/** Return the description of a task as plain text, or its title without a description. */
export function taskText(task: FollowUpTask): string {
  const text = (task.descriptionHtml ?? "")
    .replace(/<(\/p|br|\/li)[^>]*>/gi, " ")
    .replace(/<[^>]*>/g, "")
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? " ")
    .replace(/\s+/g, " ")
    .trim();
  return text || task.title;
}

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#39": "'",
  nbsp: " ",
};
