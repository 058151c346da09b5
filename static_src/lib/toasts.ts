import { useSyncExternalStore } from "react";
import { noAnswer } from "../api/errors";

/**
 * Short messages that come and go. One raised just before going to another page is shown there, by way of
 * sessionStorage; an error belongs to its page and ends with it.
 */
export type ToastTone = "ok" | "info" | "bad";
export type Toast = { id: number; tone: ToastTone; text: string; shownAt: number };

const key = "assay.toasts";
/** A toast that was raised within this time, ms, before the page is left is shown on the next one. */
const justRaised = 1_000;
const readAfter = 1_000;

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
    const stored = JSON.parse(sessionStorage.getItem(key) ?? "[]") as Toast[];
    const now = Date.now();
    queue = stored
      .filter(({ tone }) => tone !== "bad")
      .map((toast) => ({ ...toast, id: nextId++, shownAt: now }));
    sessionStorage.removeItem(key);
  } catch {
    // No storage, or something else's text in it: start with none.
  }
  addEventListener("pagehide", leavePage);
  return queue;
}

/** Hand over what was raised just before leaving. Errors, and what has been read, end with their page. */
function leavePage(): void {
  const now = Date.now();
  const unread = load().filter(({ tone, shownAt }) => tone !== "bad" && now - shownAt < justRaised);
  store(none);
  remember(unread);
}

function remember(toasts: Toast[]): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(toasts));
  } catch {
    // A full or forbidden storage costs the survival over pages, not the toast.
  }
}

function store(toasts: Toast[]): void {
  queue = toasts;
  remember(toasts);
  for (const listener of listeners) listener();
}

function add(tone: ToastTone, text: string): number {
  const others = load().filter((toast) => toast.tone !== tone || toast.text !== text);
  const id = nextId++;
  store([...others, { id, tone, text, shownAt: Date.now() }].slice(-5));
  return id;
}

function dismiss(id: number): void {
  store(load().filter((toast) => toast.id !== id));
}

export const toasts = {
  success: (text: string) => add("ok", text),
  /** What is being done: the id is for `dismissRead` when it is done, and for `dismiss` when it failed. */
  info: (text: string) => add("info", text),
  error: (text: string) => add("bad", text),
  dismiss,
  /** Dismiss what has been done, once it was there for a second and could be read. */
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

/** Say that a module could not be fetched, as is said of a call that got no answer. */
export function tellNotLoaded(): void {
  toasts.error(noAnswer().message);
}
