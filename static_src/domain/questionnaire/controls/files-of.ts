import { maxFiles as mostFiles } from "../rules/shapes";
import { type Field, type FileAnswer, isRecord } from "../rules/types";

/** How many files an answer to this field may have. */
export function mostFilesOf(field: Field): number {
  return field.max === null ? mostFiles : Math.min(mostFiles, Number(field.max));
}

/** The files of an answer; none where it is no list. */
export function filesOf(value: unknown): FileAnswer[] {
  return Array.isArray(value) ? (value.filter(isRecord) as unknown as FileAnswer[]) : [];
}
