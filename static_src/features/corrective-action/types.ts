import type { ApiResponse } from "../../api/types";

export type CorrectiveAction = ApiResponse<"CorrectiveAction">;
export type ActionStep = ApiResponse<"CorrectiveStep">;
export type StepName = ActionStep["step"];
export type StepFile = ActionStep["files"][number];
export type StepSaveResult = ApiResponse<"StepSaveResult">;

/** The value of a file field. */
export type FileValue = { id: number; place: string };

export function isFileValue(value: unknown): value is FileValue {
  return typeof value === "object" && value !== null && "id" in value;
}
