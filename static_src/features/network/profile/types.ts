import type { ApiResponse } from "../../../api/types";

/** A role: what it allows, and who has it. */
export type Role = ApiResponse<"Role">;
