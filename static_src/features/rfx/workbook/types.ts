import type { ApiResponse } from "../../../api/types";

export type AnswerImport = ApiResponse<"AnswerImport">;
/** One row of the file with the question that it answers. */
export type ImportItem = AnswerImport["items"][number];
export type ImportOutcome = ImportItem["outcome"];
export type ImportSheet = AnswerImport["sheets"][number];
export type ImportMapping = NonNullable<AnswerImport["mapping"]>;

/** The answers that a filled workbook left for the viewer: a new object for each workbook. */
export type LeftAnswers = { keys: ReadonlySet<string> };
