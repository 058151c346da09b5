import type { ApiResponse } from "../../api/types";

/** A non-conformance with all that belongs to it, as GET /api/ncr/{ncr_id} gives it. */
export type Ncr = ApiResponse<"Ncr">;

/** One of the two ends with those who can report, or be asked. */
export type NcrPeople = ApiResponse<"NcrPeople">;

/** What is known of a new one before it is written. */
export type KnownSupplier = { relationshipId: number; name: string };
