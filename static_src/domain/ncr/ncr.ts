import type { ApiResponse, ListFilters } from "../../api/types";

/** Types of non-conformances (specification, section 3, NonConformance). */
export type NcrRow = ApiResponse<"NcrRow">;
export type NcrStatus = NcrRow["status"];
export type NcrType = NcrRow["type"];
export type NcrSeverity = NcrRow["severity"];

export const ncrTypes: Readonly<Record<NcrType, string>> = {
  BREACH: "Breach",
  DELIVERY: "Delivery",
  PROCESS: "Process",
  QUALITY: "Quality",
  CONTRACTUAL: "Contractual",
};

export const ncrSeverities: Readonly<Record<NcrSeverity, { label: string; tone: "bad" | "wait" | "none" }>> =
  {
    CRITICAL: { label: "Critical", tone: "bad" },
    MAJOR: { label: "Major", tone: "wait" },
    MINOR: { label: "Minor", tone: "none" },
  };

/** The shortcuts of the list, with their query for GET /api/ncr. */
export const ncrShortcuts = [
  { key: "open", label: "All 'Open'", filters: { pending: "true", inProgress: "true" } },
  {
    key: "critical",
    label: "'Open' Critical",
    filters: { pending: "true", inProgress: "true", critical: "true" },
  },
  { key: "resolved", label: "All Resolved", filters: { resolved: "true" } },
] as const satisfies readonly { key: string; label: string; filters: ListFilters<"/api/ncr"> }[];
