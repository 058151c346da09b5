import type { ApiResponse } from "../../api/types";

/** Threads and messages of the API (specification, section 3, MessageThread and Message). */
export type Thread = ApiResponse<"Thread">;
export type ThreadRow = ApiResponse<"ThreadRow">;
export type ThreadType = ThreadRow["type"];
export type ThreadPerson = ApiResponse<"ThreadPerson">;
export type ThreadMessage = ApiResponse<"Message">;

/** The label and icon of each type. */
export const threadTypes = {
  GENERAL: { label: "Message", icon: "message" },
  RFI: { label: "RFI", icon: "rfx" },
} as const;
