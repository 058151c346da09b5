import type { Schema } from "../../api/typed";

/** What lists and details of RFxs share. */
export type RfxStatus = Schema<"RfxRow">["status"];

export type StatusTone = "ok" | "info" | "wait" | "bad" | "none";

/** How a status is shown; `icon` is a meaning of ui/icons.ts. */
export type StatusInfo = Omit<Schema<"StatusInfo">, "style"> & { style: StatusTone };

/** An organisation as others see it; the guests' placeholder has a page of its own for nobody. */
export type RfxOrganisation = Schema<"End">;

/** One RFx in a list; `organisation` is the other end. */
export type RfxRow = Omit<Schema<"RfxRow">, "statusInfo" | "relationship"> & { statusInfo: StatusInfo };
