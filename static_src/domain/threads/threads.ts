/** Threads and messages as the API gives them (specification, section 3, MessageThread and Message). */
export type ThreadTag = "inbox" | "new" | "trash";
export type ThreadType = "GENERAL" | "RFI";

export type ThreadPerson = {
  id: number;
  name: string;
  initials: string;
  colour: string;
  picUrl: string | null;
  organisation: { id: number; name: string };
};

export type ThreadAttachment = { id: number; filename: string; size: number };

export type ThreadMessage = {
  id: number;
  type: string;
  created: string;
  createdBy: ThreadPerson;
  sample: string;
  html: string;
  attachments: ThreadAttachment[];
};

type ThreadHead = {
  id: number;
  type: ThreadType;
  subject: string;
  /** The viewer's own. */
  tags: ThreadTag[];
  lastMessage: { id: number; sample: string; created: string; createdBy: ThreadPerson };
  lastActivity: string;
  messageCount: number;
};

export type ThreadRow = ThreadHead & {
  /** Names of the organisations beside the viewer's own that take part: the first four. */
  otherOrganisations: string[];
};

export type Thread = ThreadHead & {
  created: string;
  /** Oldest first. */
  messages: ThreadMessage[];
  /** How many older ones were left out. */
  olderCount: number;
  participants: ThreadPerson[];
  takesPart: boolean;
  mayReply: boolean;
  /** The non-conformance whose progress it tells. */
  belongsTo?: { name: string; path: string } | null;
};

/** What a type is called, and the picture that stands for it. */
export const threadTypes = {
  GENERAL: { label: "Message", icon: "message" },
  RFI: { label: "RFI", icon: "rfx" },
} as const;
