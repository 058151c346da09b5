import { useEffect, useEffectEvent } from "react";

/** The events between the islands of a page, with the detail of each. */
export type BrowserEvents = {
  MESSAGES_CHANGED: Record<never, never>;
  /** The viewer has opened an unread thread. */
  THREAD_SEEN: Record<never, never>;
  /** The viewer has read notifications or finished a task. */
  NOTIFICATIONS_READ: Record<never, never>;
  /** Notifications have arrived or were read; `unread` counts all of them, `unreadNews` only notifications without a task. */
  NOTIFICATIONS_CHANGED: { unread: number; unreadNews: number };
  EVENT_LOG_CHANGED: { relationshipId?: number };
  NON_CONFORMANCE_CHANGED: { id?: number };
  USERS_CHANGED: { organisationId?: number };
  USER_PIC_CHANGED: { userId?: number; picUrl?: string | null };
  /** The name or logo of the viewer's organisation has changed. */
  ORGANISATION_CHANGED: { id: number; name: string; logoUrl: string | null };
  ASSESSMENT_CHANGED: { id?: number };
  RFX_CHANGED: { id?: number };
  /** Documents were asked for or reviewed. */
  DOCUMENTS_CHANGED: { relationshipId?: number };
  /** A schedule was created, changed, run or ended. */
  SCHEDULES_CHANGED: Record<never, never>;
  /** Open the New Message modal with these values filled in. */
  OPEN_NEW_MESSAGE: {
    organisationId?: number;
    organisationName?: string;
    /** Several organisations, instead of one. */
    organisations?: readonly { id: number; name: string }[];
    userId?: number;
    type?: "MESSAGE" | "RFI" | "NDA";
    /** A published form to send. */
    docForm?: { id: number; title: string };
    /** The query of the Network list whose organisations are addressed, and a text that describes it. */
    networkFilter?: { query: Record<string, string | string[]>; text: string; viewId?: number };
    /** The earlier request whose content is filled in. */
    copyOf?: number;
    /** The submitted RFx of which a new round is sent. */
    newRoundOf?: number;
  };
  /** Load the palette "Find or do", which will probably be opened. */
  PREPARE_FIND: Record<never, never>;
  /**
   * Open the palette with the text of the field of the top bar, and open the first result if the field has the mark
   * `data-entered`. When it closes, the focus returns to `from`.
   */
  OPEN_FIND: { field: HTMLInputElement; from: Element | null; onOpen: () => void };
  /** Open the dialog that sends a request to more suppliers. */
  OPEN_ADD_SUPPLIERS: { requestId: number };
  /** Open the Non-Conformance modal: a new one or, with an id, the details of an existing one. */
  OPEN_NEW_NCR: { id?: number; relationshipId?: number; supplierName?: string };
  /** Open the New Assessment modal, for the supplier if the detail has one. */
  OPEN_NEW_ASSESSMENT: { relationshipId?: number; supplierName?: string };
  /** Open the Add User modal; default: for the viewer's organisation. */
  OPEN_ADD_USER: { organisationId?: number; organisationName?: string };
  /** A request was refused with 403: a listener passes to `until` whether it can be repeated now. */
  FORBIDDEN: { response: Response; until: (resolved: Promise<boolean>) => void };
  /**
   * The page is about to leave for /login or /maintenance: listeners store unsaved input now, and call `onKept` if the
   * browser has it.
   */
  BEFORE_LEAVE: { to: string; onKept?: () => void };
  /** Listeners save unsaved input and pass the promise to `until`, which `saveChanges` waits for. */
  SAVE_CHANGES: { until: (saved: Promise<unknown>) => void };
};

export type BrowserEventName = keyof BrowserEvents;

const prefix = "assay:";

/** Emit an event to all listeners of this page. They run before this function returns. */
export function emit<N extends BrowserEventName>(name: N, detail: BrowserEvents[N]): void {
  window.dispatchEvent(new CustomEvent(prefix + name, { detail }));
}

/** Add a listener for an event. Returns a function that removes it. */
export function listen<N extends BrowserEventName>(
  name: N,
  handler: (detail: BrowserEvents[N]) => void,
): () => void {
  const onEvent = (event: Event) => handler((event as CustomEvent<BrowserEvents[N]>).detail);
  window.addEventListener(prefix + name, onEvent);
  return () => window.removeEventListener(prefix + name, onEvent);
}

/** Listen to an event while the component is mounted. The handler sees the values of the latest render. */
export function useBrowserEvent<N extends BrowserEventName>(
  name: N,
  handler: (detail: BrowserEvents[N]) => void,
): void {
  const latest = useEffectEvent(handler);
  useEffect(() => listen(name, (detail) => latest(detail)), [name]);
}
