import { maxFiles } from "../rules/shapes";
import { type Field, type FileAnswer, isRecord } from "../rules/types";

/** Return the maximum number of files in an answer to this field. */
export function maxFilesOf(field: Field): number {
  return field.max === null ? maxFiles : Math.min(maxFiles, Number(field.max));
}

/** Return the files of an answer; an empty list if the answer is not a list. */
export function filesOf(value: unknown): FileAnswer[] {
  return Array.isArray(value) ? (value.filter(isRecord) as unknown as FileAnswer[]) : [];
}
