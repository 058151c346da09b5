import type { ApiResponse } from "../../api/types";

/** What the panels of Home show, as the API gives it. */
export type ThreadRow = ApiResponse<"ThreadRow">;

export type TaskRow = ApiResponse<"TaskRow">;
