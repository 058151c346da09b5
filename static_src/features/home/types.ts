import type { ApiResponse } from "../../api/types";

export type ThreadRow = ApiResponse<"ThreadRow">;

export type TaskRow = ApiResponse<"TaskRow">;
