import type { ApiResponse } from "../../../api/types";

/** The answer of one supplier to one question; absent properties have no value. Null without an answer. */
export type Cell = Partial<ApiResponse<"ComparedCell">> | null;

export type Supplier = ApiResponse<"ComparedSupplier">;

export type Question = Omit<ApiResponse<"ComparedQuestion">, "cells"> & { cells: readonly Cell[] };

export type Direction = NonNullable<Question["direction"]>;

type SectionScore = ApiResponse<"ComparedSectionScore">;

export type Section = Omit<ApiResponse<"ComparedSection">, "scores"> & {
  scores: readonly (SectionScore | null)[];
};

export type Rates = ApiResponse<"Rates">;

export type Comparison = Omit<ApiResponse<"Comparison">, "questions" | "sections"> & {
  questions: readonly Question[];
  sections: readonly Section[];
};

/** A note of the viewer's organisation on an answer. */
export type Note = ApiResponse<"Note">;

/** The cell that is open: a question and the RFx of a supplier. */
export type OpenCell = { key: string; rfxId: number };
