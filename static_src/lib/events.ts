import { useEffect, useEffectEvent } from "react";

/** What islands tell each other within one page, and what each carries. */
export type BrowserEvents = {
  MESSAGES_CHANGED: Record<never, never>;
  /** The viewer has opened a thread that was new. */
  THREAD_SEEN: Record<never, never>;
  EVENT_LOG_CHANGED: { relationshipId?: number };
  NON_CONFORMANCE_CHANGED: { id?: number };
  USERS_CHANGED: { organisationId?: number };
  USER_PIC_CHANGED: { userId?: number; picUrl?: string | null };
  /** The viewer's own organisation has another name or logo. */
  ORGANISATION_CHANGED: { id: number; name: string; logoUrl: string | null };
  ASSESSMENT_CHANGED: { id?: number };
  RFX_CHANGED: { id?: number };
  /** Open the New Message modal, with what the opener already knows filled in. */
  OPEN_NEW_MESSAGE: {
    organisationId?: number;
    organisationName?: string;
    userId?: number;
    type?: "MESSAGE" | "RFI" | "NDA";
  };
  /** Open the Non-Conformance modal: a new one, or with an id the details of that one. */
  OPEN_NEW_NCR: { id?: number; relationshipId?: number; supplierName?: string };
  /** Open the New Assessment modal, for a supplier where one is named. */
  OPEN_NEW_ASSESSMENT: { relationshipId?: number; supplierName?: string };
  /** Open the Add User modal, for the viewer's own organisation unless another is named. */
  OPEN_ADD_USER: { organisationId?: number; organisationName?: string };
  /** The page is about to be left for /login or /maintenance: what is unsaved must be kept now. */
  BEFORE_LEAVE: { to: string };
  /** The person signs out: what is unsaved is saved first, and waited for. */
  BEFORE_SIGN_OUT: { until: (saved: Promise<unknown>) => void };
};

export type BrowserEventName = keyof BrowserEvents;

const prefix = "assay:";

/** Tell everybody on this page. Listeners run before this returns. */
export function emit<N extends BrowserEventName>(name: N, detail: BrowserEvents[N]): void {
  window.dispatchEvent(new CustomEvent(prefix + name, { detail }));
}

/** Hear an event until the function that is given back is called. */
export function listen<N extends BrowserEventName>(
  name: N,
  handler: (detail: BrowserEvents[N]) => void,
): () => void {
  const onEvent = (event: Event) => handler((event as CustomEvent<BrowserEvents[N]>).detail);
  window.addEventListener(prefix + name, onEvent);
  return () => window.removeEventListener(prefix + name, onEvent);
}

/** Hear an event for as long as the component is mounted; the handler sees the latest render's values. */
export function useBrowserEvent<N extends BrowserEventName>(
  name: N,
  handler: (detail: BrowserEvents[N]) => void,
): void {
  const latest = useEffectEvent(handler);
  useEffect(() => listen(name, (detail) => latest(detail)), [name]);
}
