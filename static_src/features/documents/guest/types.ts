import type { ApiResponse } from "../../../api/types";

/** A document that a guest is asked for. */
export type GuestRequirement = ApiResponse<"GuestRequirement">;
