import type { ApiResponse } from "../../api/types";

export type ThreadRow = ApiResponse<"ThreadRow">;

export type TaskRow = ApiResponse<"TaskRow">;

export type NotificationRow = ApiResponse<"Notification">;

export type FirstStepsState = ApiResponse<"FirstSteps">;

export type FirstStep = FirstStepsState["steps"][number];

export type NotificationKind = NotificationRow["kind"];

/** The numbers of notifications since yesterday. */
export type News = Partial<Record<NotificationKind, number>>;

export type DueRow = ApiResponse<"DueRow">;

export type DueCounts = ApiResponse<"DueCounts">;

export type DueOwner = ApiResponse<"DueOwner">;

/** A created link, with its address. */
export type NewCalendarFeed = ApiResponse<"NewCalendarFeed">;

export type CalendarFeed = Omit<NewCalendarFeed, "url">;
