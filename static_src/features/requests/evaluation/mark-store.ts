import { ApiError, errorText, isOffline } from "../../../api/errors";
import { listen } from "../../../lib/events";
import type { SavingText } from "../../../lib/state/save-schedule";
import { saveMark } from "./evaluation-calls";
import type { OwnMark } from "./types";

/** The mark and comment of one cell as typed, with the stored version that it is based on. */
export type Cell = {
  mark: number | null;
  comment: string;
  iteration: number;
  /** Not stored yet. */
  isUnsent: boolean;
  /** The version that another tab has stored meanwhile. */
  other: OwnMark | null;
  /** The sentence of an error response. */
  fault: string;
};

type Draft = Record<string, Pick<Cell, "mark" | "comment" | "iteration">>;

/** The pause after typing before a cell is sent, and between attempts without a connection, in ms. */
const pause = 500;
const retryPause = 5_000;

const cellKey = (rfxId: number, criterionId: number) => `${rfxId}.${criterionId}`;
const empty: Cell = { mark: null, comment: "", iteration: 0, isUnsent: false, other: null, fault: "" };

/**
 * The marks of one evaluator. Each change is stored on this device first and then sent, one request at a time for a cell,
 * and sent again until the server has stored it. If another tab has changed the cell, the user chooses one of the two.
 */
export class MarkStore {
  private cells = new Map<string, Cell>();
  private readonly timers = new Map<string, ReturnType<typeof setTimeout>>();
  private readonly running = new Map<string, Promise<void>>();
  private readonly listeners = new Set<() => void>();
  private savedAt: number | null = null;
  private isOffline = false;
  private version = 0;

  constructor(
    private readonly requestId: number,
    private readonly storageKey: string,
    marks: readonly OwnMark[],
  ) {
    this.take(marks);
    for (const [key, draft] of Object.entries(this.readDraft())) {
      const stored = this.cells.get(key) ?? empty;
      if (stored.mark === draft.mark && stored.comment === draft.comment) continue;
      this.cells.set(key, { ...stored, ...draft, isUnsent: true });
    }
  }

  /** Send unsent marks of an earlier visit, and resend when the connection returns. Returns the function that stops it. */
  start(): () => void {
    const sendAll = () => {
      for (const [key, cell] of this.cells) if (cell.isUnsent && !cell.other) this.schedule(key, 0);
    };
    sendAll();
    window.addEventListener("online", sendAll);
    const onHide = () => document.visibilityState === "hidden" && sendAll();
    document.addEventListener("visibilitychange", onHide);
    const stopWaiting = listen("SAVE_CHANGES", ({ until }) => until(this.flush()));
    return () => {
      stopWaiting();
      window.removeEventListener("online", sendAll);
      document.removeEventListener("visibilitychange", onHide);
    };
  }

  subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };

  snapshot = () => this.version;

  cell(rfxId: number, criterionId: number): Cell {
    return this.cells.get(cellKey(rfxId, criterionId)) ?? empty;
  }

  /** Take over marks from the server, except where the user has typed since. */
  take(marks: readonly OwnMark[]): void {
    for (const { rfxId, criterionId, mark, comment, iteration } of marks) {
      const key = cellKey(rfxId, criterionId);
      if (this.cells.get(key)?.isUnsent) continue;
      this.cells.set(key, { ...empty, mark, comment, iteration });
    }
    this.changed();
  }

  /** Remove the cells of a supplier, after a conflict of interest. */
  drop(rfxId: number): void {
    for (const key of [...this.cells.keys()]) {
      if (key.startsWith(`${rfxId}.`)) {
        clearTimeout(this.timers.get(key));
        this.cells.delete(key);
      }
    }
    this.storeDraft();
    this.changed();
  }

  change(rfxId: number, criterionId: number, change: Partial<Pick<Cell, "mark" | "comment">>): void {
    const key = cellKey(rfxId, criterionId);
    const cell = this.cells.get(key) ?? empty;
    this.cells.set(key, { ...cell, ...change, isUnsent: true, fault: "" });
    this.storeDraft();
    this.changed();
    if (!cell.other) this.schedule(key, pause);
  }

  /** Settle a cell that another tab has changed: send the own version, or take over the other one. */
  settle(rfxId: number, criterionId: number, keepsOwn: boolean): void {
    const key = cellKey(rfxId, criterionId);
    const cell = this.cells.get(key);
    if (!cell?.other) return;
    const { mark, comment, iteration } = cell.other;
    this.cells.set(
      key,
      keepsOwn ? { ...cell, iteration, other: null } : { ...empty, mark, comment, iteration },
    );
    this.storeDraft();
    this.changed();
    if (keepsOwn) this.schedule(key, 0);
  }

  /** Send all cells now; resolves to true if everything is stored. */
  async flush(): Promise<boolean> {
    const sendUnsent = () =>
      Promise.all(
        [...this.cells].filter(([, cell]) => cell.isUnsent && !cell.other).map(([key]) => this.send(key)),
      );
    await sendUnsent();
    // Cells that changed while they were sent.
    await sendUnsent();
    return [...this.cells.values()].every(({ isUnsent }) => !isUnsent);
  }

  get saving(): { text: SavingText; savedAt: number | null } {
    const isUnsent = [...this.cells.values()].some((cell) => cell.isUnsent);
    const text = !isUnsent
      ? "All changes saved"
      : this.isOffline
        ? "Offline: kept on this device"
        : this.running.size > 0
          ? "Saving..."
          : "Changed";
    return { text, savedAt: this.savedAt };
  }

  private schedule(key: string, delay: number): void {
    clearTimeout(this.timers.get(key));
    this.timers.set(
      key,
      setTimeout(() => void this.send(key), delay),
    );
  }

  private send(key: string): Promise<void> {
    const running = this.running.get(key);
    if (running) return running;
    const cell = this.cells.get(key);
    if (!cell?.isUnsent || cell.other) return Promise.resolve();
    clearTimeout(this.timers.get(key));
    const sending = this.sendCell(key, cell);
    this.running.set(key, sending);
    this.changed();
    return sending;
  }

  private async sendCell(key: string, cell: Cell): Promise<void> {
    const [rfxId = 0, criterionId = 0] = key.split(".").map(Number);
    const { mark, comment, iteration: basedOn } = cell;
    try {
      const stored = await saveMark(this.requestId, { rfxId, criterionId, mark, comment, basedOn });
      this.onStored(key, cell, stored);
    } catch (error) {
      this.onFailed(key, rfxId, criterionId, error);
    } finally {
      this.running.delete(key);
      this.storeDraft();
      this.changed();
    }
    const latest = this.cells.get(key);
    if (latest?.isUnsent && !latest.other && !latest.fault) {
      this.schedule(key, this.isOffline ? retryPause : 0);
    }
  }

  private onStored(key: string, sent: Cell, stored: OwnMark): void {
    this.isOffline = false;
    this.savedAt = Date.now();
    const cell = this.cells.get(key);
    if (!cell) return;
    const isSame = cell.mark === sent.mark && cell.comment === sent.comment;
    this.cells.set(
      key,
      isSame
        ? { ...empty, mark: stored.mark, comment: stored.comment, iteration: stored.iteration }
        : { ...cell, iteration: stored.iteration },
    );
  }

  private onFailed(key: string, rfxId: number, criterionId: number, error: unknown): void {
    const cell = this.cells.get(key);
    if (!cell) return;
    if (isOffline(error)) {
      this.isOffline = true;
      return;
    }
    this.isOffline = false;
    const now = error instanceof ApiError && error.code === "stale" ? storedIn(error) : null;
    if (now) this.cells.set(key, { ...cell, other: { rfxId, criterionId, ...now } });
    else this.cells.set(key, { ...cell, fault: errorText(error) });
  }

  private changed(): void {
    this.version += 1;
    for (const listener of this.listeners) listener();
  }

  private storeDraft(): void {
    const draft: Draft = {};
    for (const [key, { mark, comment, iteration, isUnsent }] of this.cells) {
      if (isUnsent) draft[key] = { mark, comment, iteration };
    }
    try {
      if (Object.keys(draft).length > 0) localStorage.setItem(this.storageKey, JSON.stringify(draft));
      else localStorage.removeItem(this.storageKey);
    } catch {
      // Without storage the marks are in this page until they are sent.
    }
  }

  private readDraft(): Draft {
    try {
      return JSON.parse(localStorage.getItem(this.storageKey) ?? "{}") as Draft;
    } catch {
      return {};
    }
  }
}

/** Return the stored mark in the response about a conflict of two tabs. */
function storedIn({ body }: ApiError): Pick<OwnMark, "mark" | "comment" | "iteration"> | null {
  const now = (body as { now?: Partial<OwnMark> }).now;
  if (!now || typeof now.iteration !== "number") return null;
  return { mark: now.mark ?? null, comment: now.comment ?? "", iteration: now.iteration };
}
