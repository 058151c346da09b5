import type { ApiResponse } from "../../api/types";

type Details = ApiResponse<"Ncr">;
type FigureDetails = ApiResponse<"Figure">;
type RowDetails = FigureDetails["rows"][number];

/** A non-conformance as returned by GET /api/ncr/{ncr_id}; only the organisation that raised it gets `internal`. */
export type Ncr = Omit<Details, "internal"> & Partial<Pick<Details, "internal">>;

/** A row of a figure; only the organisation that raised the non-conformances gets `costs`. */
export type FigureRow = Omit<RowDetails, "costs"> & Partial<Pick<RowDetails, "costs">>;

/** A figure as returned by GET /api/ncr/figure. */
export type Figure = Omit<FigureDetails, "rows" | "total" | "ungrouped"> & {
  rows: FigureRow[];
  total: FigureRow;
  ungrouped: FigureRow | null;
};

/** The figures of corrective actions. */
export type ActionFigure = ApiResponse<"ActionFigure">;

/** One of the two organisations, with the users who can report or be assigned. */
export type NcrPeople = ApiResponse<"NcrPeople">;

/** A defect code as returned by GET /api/defectCode. */
export type DefectCode = ApiResponse<"DefectCode">;

/** Supplier of a new non-conformance, from the page that opens the modal. */
export type KnownSupplier = { relationshipId: number; name: string };
