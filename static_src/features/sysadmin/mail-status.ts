import type { StatusLook } from "./admin-list";
import type { MailStatus } from "./types";

type Look = StatusLook & { meaning: string };

/** Label and explanation of each status of a mail. */
export const mailStatuses: Record<MailStatus, Look> = {
  QUEUED: {
    label: "Queued",
    tone: "wait",
    icon: "pending",
    meaning: "Waiting to be sent, usually within seconds.",
  },
  SENT: { label: "Sent", tone: "ok", icon: "completed", meaning: "The mail server has taken it." },
  KEPT: {
    label: "Kept",
    tone: "none",
    icon: "archive",
    meaning: "No mail server is set: mails are kept here to be read.",
  },
  SUPPRESSED: {
    label: "Suppressed",
    tone: "none",
    icon: "suspended",
    meaning: "The recipient is suspended and gets no mail.",
  },
  FAILED: {
    label: "Failed",
    tone: "bad",
    icon: "error",
    meaning: "The mail server refused it, again and again.",
  },
};
