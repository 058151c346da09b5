import type { Dumped } from "../../api/typed";

/** What the panels of Home show, as the API gives it. */
export type ThreadRow = Dumped<"ThreadRow">;

export type TaskRow = Dumped<"TaskRow">;
