import type { ApiResponse } from "../../../api/types";

/** A role with its permissions and users. */
export type Role = ApiResponse<"Role">;
