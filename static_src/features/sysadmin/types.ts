export type PartState = "ok" | "away" | "not used";

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
  /** The parts that the product stands on. */
  health: { name: string; state: PartState }[];
};

/** A template, and when it is sent. */
export type EmailTemplate = { id: string; meaning: string };

/** Where a sample went; kept in the outbox alone where no mail server is set. */
export type SampleSent = { email: string; isKept: boolean };

export type JobStatus = "QUEUED" | "RUNNING" | "DONE" | "FAILED";

export type JobRow = {
  id: number;
  name: string;
  status: JobStatus;
  attempts: number;
  runAt: string;
  created: string;
  finished: string | null;
  lastError: string | null;
};

export type QueueCount = { name: string; status: JobStatus; count: number };

/** An organisation in numbers. */
export type Tenant = {
  id: number;
  name: string;
  status: "INVITED" | "CONFIRMED";
  isTestOrganisation: boolean;
  created: string;
  activeUsers: number;
  invitedUsers: number;
  suspendedUsers: number;
};

export type AccountStatus = "ACTIVE" | "INVITED" | "SUSPENDED";

/** A user's account. */
export type Account = {
  id: number;
  name: string;
  email: string;
  status: AccountStatus;
  isAdmin: boolean;
  organisation: { id: number; name: string; isTestOrganisation: boolean };
  created: string;
  lastSeen: string | null;
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
