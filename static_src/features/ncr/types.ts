import type { ApiResponse } from "../../api/types";

/** A non-conformance as returned by GET /api/ncr/{ncr_id}. */
export type Ncr = ApiResponse<"Ncr">;

/** One of the two organisations, with the users who can report or be assigned. */
export type NcrPeople = ApiResponse<"NcrPeople">;

/** Supplier of a new non-conformance, from the page that opens the modal. */
export type KnownSupplier = { relationshipId: number; name: string };
