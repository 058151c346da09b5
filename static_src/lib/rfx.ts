/** What lists and details of RFxs share, as the API gives it. */
export type RfxStatus = "NEW" | "PENDING" | "INPROGRESS" | "COMPLETED" | "DECLINED" | "EXPIRED";

export type StatusTone = "ok" | "info" | "wait" | "bad" | "none";

/** How a status is shown; `icon` is a meaning of ui/icons.ts. */
export type StatusInfo = { label: string; icon: string; style: StatusTone };

/** An organisation as others see it; the guests' placeholder has a page of its own for nobody. */
export type RfxOrganisation = { id: number; name: string; safeName: string; isGuest: boolean };

export type RfxRow = {
  id: number;
  ref: number;
  type: string;
  typeLabel: string;
  title: string;
  bundleName: string | null;
  status: RfxStatus;
  statusInfo: StatusInfo;
  created: string;
  sentDate: string | null;
  reminderSentDate: string | null;
  deadline: string | null;
  ignored: boolean;
  viewerRole: "REQUESTER" | "RESPONDENT";
  /** The other end. */
  organisation: RfxOrganisation;
};
