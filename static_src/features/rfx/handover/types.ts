import type { ApiResponse } from "../../../api/types";

/** The latest hand-over of an RFx, and what the viewer may do. */
export type HandoverState = ApiResponse<"HandoverState">;
export type HandoverDialog = "handOver" | "confirm" | "decline";
