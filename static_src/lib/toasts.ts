import { type ReactNode, useSyncExternalStore } from "react";
import { noResponseError } from "../api/errors";

/**
 * Short messages on the page. A toast that is shown just before the user opens another page appears there again, by way
 * of sessionStorage; an error ends with its page.
 */
export type ToastTone = "ok" | "info" | "bad";
/** A button in a toast, such as Undo, or a link. The button is left out when the toast appears again on the next page. */
export type ToastAction = { label: string; run: () => void } | { label: string; href: string };
export type Toast = {
  id: number;
  tone: ToastTone;
  text: string;
  shownAt: number;
  action?: ToastAction;
  /** A second button. */
  second?: ToastAction;
  /** The progress of work that continues without this page. The toast stays until it is dismissed. */
  progress?: ReactNode;
};

const key = "assay.toasts";
/** Milliseconds. A toast that is younger when the page is left appears on the next page again. */
const justRaised = 1_000;
const readAfter = 1_000;

/** The duration of a toast, ms; an error stays until it is closed. */
export const toastDuration: Record<ToastTone, number | null> = { ok: 6_000, info: 6_000, bad: null };

const none: Toast[] = [];
let queue: Toast[] | null = null;
let nextId = 1;
const listeners = new Set<() => void>();

function load(): Toast[] {
  if (queue) return queue;
  queue = none;
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? "[]") as Toast[];
    const now = Date.now();
    queue = stored
      .filter(({ tone }) => tone !== "bad")
      .map((toast) => ({ ...toast, id: nextId++, shownAt: now }));
    sessionStorage.removeItem(key);
  } catch {
    // No storage, or an unreadable value in it: start with none.
  }
  addEventListener("pagehide", leavePage);
  return queue;
}

/** Store the youngest toasts for the next page. Errors and older toasts end with their page. */
function leavePage(): void {
  const now = Date.now();
  const unread = load().filter(({ tone, shownAt }) => tone !== "bad" && now - shownAt < justRaised);
  store(none);
  remember(unread);
}

function remember(toasts: Toast[]): void {
  try {
    const plain = toasts.filter(({ progress }) => !progress);
    sessionStorage.setItem(key, JSON.stringify(plain.map(withoutButton)));
  } catch {
    // With a full or forbidden storage the toast is shown on this page only.
  }
}

const withoutButton = ({ action, second: _second, ...toast }: Toast): Toast =>
  action && "href" in action ? { ...toast, action } : toast;

function store(toasts: Toast[]): void {
  queue = toasts;
  remember(toasts);
  for (const listener of listeners) listener();
}

type Extras = { progress?: ReactNode; second?: ToastAction | undefined };

function add(tone: ToastTone, text: string, action?: ToastAction, { progress, second }: Extras = {}): number {
  const others = load().filter(
    (toast) => toast.tone !== tone || toast.text !== text || toast.action?.label !== action?.label,
  );
  const id = nextId++;
  const toast = { id, tone, text, shownAt: Date.now(), progress };
  store([...others, { ...toast, ...(action && { action }), ...(second && { second }) }].slice(-5));
  return id;
}

function dismiss(id: number): void {
  store(load().filter((toast) => toast.id !== id));
}

export const toasts = {
  success: (text: string, action?: ToastAction, second?: ToastAction) => add("ok", text, action, { second }),
  /**
   * Show the progress of an action. Returns the id for `dismissRead` on success and for `dismiss` on failure. With
   * `progress`, which is shown below the text, the toast stays until it is dismissed.
   */
  info: (text: string, action?: ToastAction, progress?: ReactNode) => add("info", text, action, { progress }),
  error: (text: string) => add("bad", text),
  dismiss,
  /** Dismiss a toast once it has been shown for a second and could be read. */
  dismissRead: (id: number) => {
    const shown = load().find((toast) => toast.id === id);
    if (shown) setTimeout(() => dismiss(id), Math.max(0, shown.shownAt + readAfter - Date.now()));
  },
  clear: () => store(none),
};

export function useToasts(): Toast[] {
  return useSyncExternalStore(
    (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    load,
    () => none,
  );
}

/** Show that a module could not be loaded, with the text for requests without a response. */
export function showLoadError(): void {
  toasts.error(noResponseError().message);
}
