import type { ApiResponse } from "../../api/types";

/** What lists and details of RFxs share. */
export type RfxStatus = RfxRow["status"];

/** How a status is shown: `style` is a tone of ui/badge.tsx, `icon` a meaning of ui/icons.ts. */
export type StatusInfo = ApiResponse<"StatusInfo">;

/** An organisation as others see it; the guests' placeholder has a page of its own for nobody. */
export type RfxOrganisation = ApiResponse<"End">;

/** One RFx in a list; `organisation` is the other end. */
export type RfxRow = ApiResponse<"RfxRow">;
