import type { ApiResponse } from "../../api/types";

/** Threads and messages as the API gives them (specification, section 3, MessageThread and Message). */
export type Thread = ApiResponse<"Thread">;
export type ThreadRow = ApiResponse<"ThreadRow">;
export type ThreadType = ThreadRow["type"];
export type ThreadPerson = ApiResponse<"ThreadPerson">;
export type ThreadMessage = ApiResponse<"Message">;

/** What a type is called, and the picture that stands for it. */
export const threadTypes = {
  GENERAL: { label: "Message", icon: "message" },
  RFI: { label: "RFI", icon: "rfx" },
} as const;
