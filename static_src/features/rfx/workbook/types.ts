import type { FieldType } from "../../../domain/questionnaire/rules/types";

export type ImportOutcome =
  | "NEW"
  | "CHANGED"
  | "SAME"
  | "EMPTY"
  | "INVALID"
  | "CONFLICT"
  | "UNKNOWN"
  | "PROPOSED";

/** One row of the file with the question that it answers. */
export type ImportItem = {
  /** The key of the question; null if the RFx has no such question. */
  key: string | null;
  formTitle: string;
  section: string;
  number: string;
  label: string;
  type: FieldType | null;
  outcome: ImportOutcome;
  /** The current answer. */
  here: unknown;
  /** The answer of the file in its stored form; null without one. */
  file: unknown;
  /** The text of the cell as read. */
  fileText: string;
  /** The reason why the row cannot be taken over, as a sentence. */
  sentence: string;
  cell: string;
  /** The file's text of the question, in a file without our keys. */
  matchedText: string | null;
  /** Similarity of the two texts, in percent. */
  similarity: number | null;
  hereAuthor: string;
  hereUpdated: string | null;
  appliedState: "APPLIED" | "REFUSED" | "CONFLICT" | null;
};

export type ImportSheet = {
  name: string;
  rowCount: number;
  columns: { index: number; letter: string; heading: string; samples: string[] }[];
};

export type ImportMapping = {
  sheet: string;
  questionColumn: number;
  answerColumn: number;
  commentColumn: number | null;
};

export type AnswerImport = {
  id: number;
  kind: "OWN" | "FOREIGN";
  state: "READING" | "MAPPING" | "READY" | "APPLYING" | "APPLIED" | "FAILED";
  progress: number;
  filename: string;
  created: string;
  applied: string | null;
  error: string | null;
  warnings: string[];
  mapping: ImportMapping | null;
  sheets: ImportSheet[];
  counts: Record<ImportOutcome, number>;
  items: ImportItem[];
};

/** The answers that a filled workbook left for the viewer: a new object for each workbook. */
export type LeftAnswers = { keys: ReadonlySet<string> };
