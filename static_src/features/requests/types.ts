import type { ApiResponse } from "../../api/types";

/** A request with what all its RFxs share. */
export type RfxRequest = ApiResponse<"Request">;
