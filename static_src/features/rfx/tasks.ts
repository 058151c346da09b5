import type { FollowUpTask } from "./types";

/** What somebody wants to do about one answer: ask about it, see how it came about, open what was asked. */
export type Asked = { kind: "query" | "history"; key: string } | { kind: "task"; id: number };

/** The key of the field that a task is about. */
export function keyOfTask({ fieldKey, formValue }: FollowUpTask): string | null {
  return fieldKey ?? formValue?.name ?? null;
}

/** Open follow-up tasks by the field that they are about. */
export function openTasksByField(
  tasks: readonly FollowUpTask[],
): ReadonlyMap<string, readonly FollowUpTask[]> {
  const found = new Map<string, FollowUpTask[]>();
  for (const task of tasks) {
    const key = keyOfTask(task);
    if (key && task.isOpen) found.set(key, [...(found.get(key) ?? []), task]);
  }
  return found;
}

/** What a task asks, in words; its field's name where it says nothing. */
export function wordsOf(task: FollowUpTask): string {
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
