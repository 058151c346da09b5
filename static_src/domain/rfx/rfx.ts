import type { ApiResponse } from "../../api/types";

/** Types of RFxs. */
export type RfxStatus = RfxRow["status"];

/** The look of a status: `style` is a tone of ui/badge.tsx, `icon` a name of ui/icons.ts. */
export type StatusInfo = ApiResponse<"StatusInfo">;

/** A party of an RFx as the other party sees it; the placeholder of guests has no page. */
export type RfxOrganisation = ApiResponse<"End">;

/** A row of the list of RFxs; `organisation` is the other party. */
export type RfxRow = ApiResponse<"RfxRow">;

/** The statuses in which an RFx can be answered. */
export const openStatuses: ReadonlySet<string> = new Set([
  "NEW",
  "PENDING",
  "INPROGRESS",
] satisfies RfxStatus[]);
