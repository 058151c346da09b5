import type { ApiResponse } from "../../api/types";

/** A request with what all its RFxs share. */
export type RfxRequest = ApiResponse<"Request">;

/** A row of the list of requests. */
export type RequestRow = ApiResponse<"RequestRow">;

/** The suppliers of a request with their progress. */
export type RequestProgress = ApiResponse<"RequestProgress">;

/** A supplier of a request. */
export type SupplierRow = ApiResponse<"SupplierProgress">;
