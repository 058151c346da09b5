import { useSyncExternalStore } from "react";
import { noAnswer } from "../api/errors";

/**
 * Short messages that come and go. The queue is kept in sessionStorage, so that a toast raised just before going
 * to another page is read there.
 */
export type ToastTone = "ok" | "info" | "bad";
export type Toast = { id: number; tone: ToastTone; text: string; shownAt: number };

const key = "assay.toasts";
/** A toast that was up for this long has been read; it is not shown again on the next page. */
const readAfter = 4_000;

/** How long a toast stays, ms; an error stays until it is closed. */
export const toastDuration: Record<ToastTone, number | null> = { ok: 6_000, info: 6_000, bad: null };

const none: Toast[] = [];
let queue: Toast[] | null = null;
let nextId = 1;
const listeners = new Set<() => void>();

function load(): Toast[] {
  if (queue) return queue;
  queue = none;
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? "[]") as Toast[];
    const now = Date.now();
    const unread = kept.filter(({ shownAt }) => now - shownAt < readAfter);
    queue = unread.map((toast) => ({ ...toast, id: nextId++, shownAt: now }));
  } catch {
    // No storage, or something else's text in it: start with none.
  }
  return queue;
}

function store(toasts: Toast[]): void {
  queue = toasts;
  try {
    sessionStorage.setItem(key, JSON.stringify(toasts));
  } catch {
    // A full or forbidden storage costs the survival over pages, not the toast.
  }
  for (const listener of listeners) listener();
}

function add(tone: ToastTone, text: string): number {
  const others = load().filter((toast) => toast.tone !== tone || toast.text !== text);
  const id = nextId++;
  store([...others, { id, tone, text, shownAt: Date.now() }].slice(-5));
  return id;
}

export const toasts = {
  success: (text: string) => add("ok", text),
  /** What is being done: the id is for `dismiss`, should it fail. */
  info: (text: string) => add("info", text),
  error: (text: string) => add("bad", text),
  dismiss: (id: number) => store(load().filter((toast) => toast.id !== id)),
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

/** Say that a module could not be fetched, as is said of a call that got no answer. */
export function tellNotLoaded(): void {
  toasts.error(noAnswer().message);
}
