/** What the sysadmin calls answer. */
export type Dashboard = {
  /** The last 30 days, today last. */
  eventsCreated: { day: string; count: number }[];
  topTypes: { type: string; count: number }[];
  figures: {
    organisations: number;
    users: number;
    mailsQueued: number;
    mailsFailed: number;
    jobsWaiting: number;
    jobsFailed: number;
  };
};

export type MailStatus = "QUEUED" | "SENT" | "KEPT" | "SUPPRESSED" | "FAILED";

export type MailRow = {
  id: number;
  template: string;
  toName: string;
  toEmail: string;
  subject: string;
  status: MailStatus;
  attempts: number;
  lastError: string | null;
  created: string;
  sent: string | null;
};

export type Mail = MailRow & { text: string; messageId: string };
