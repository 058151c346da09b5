import { ApiError } from "../../api/errors";
import type { Uploaded, UploadOptions } from "../../api/upload";

/** A file on its way, or what kept it from arriving. */
export type UploadRow = {
  key: number;
  file: File;
  /** 0 to 1. */
  share: number;
  /** Why it did not arrive. */
  error: string | null;
};

/** Sends one file, and says where it goes when it has arrived. */
export type Sending = {
  upload: (file: File, options: UploadOptions) => Promise<Uploaded>;
  receive: (file: Uploaded) => void;
};

/**
 * Files that go out side by side, each to be stopped or tried again. It needs no component: what is on its way arrives
 * although the form that it was chosen in is turned away from.
 */
export class UploadQueue {
  private rows: readonly UploadRow[] = [];
  private readonly running = new Map<number, AbortController>();
  private readonly sendings = new Map<number, Sending>();
  private readonly listeners = new Set<() => void>();
  private lastKey = 0;
  /** By the id of a file that has arrived, the key that it had on its way. */
  private readonly arrived = new Map<number, number>();

  /** Send these files; those with a sentence against them are shown with it instead. */
  add(files: readonly { file: File; error: string | null }[], sending: Sending): void {
    const added = files.map(({ file, error }) => {
      this.lastKey += 1;
      this.sendings.set(this.lastKey, sending);
      return { key: this.lastKey, file, share: 0, error };
    });
    this.change([...this.rows, ...added]);
    for (const row of added) if (!row.error) void this.send(row);
  }

  stop(key: number): void {
    this.running.get(key)?.abort();
    this.remove(key);
  }

  stopAll(): void {
    for (const abort of this.running.values()) abort.abort();
  }

  /** Try a file again that did not arrive. */
  retry(row: UploadRow): void {
    void this.send(row);
  }

  /** Leave a file unsent, and say why. */
  refuse({ key }: UploadRow, error: string): void {
    this.update(key, { error });
  }

  /** Whether something is on its way. */
  get busy(): boolean {
    return this.rows.some(({ error }) => !error);
  }

  /** Whether something did not arrive, and has neither been tried again nor taken out. */
  get failed(): boolean {
    return this.rows.some(({ error }) => error);
  }

  /** These files in the order in which they were chosen, whichever arrived first; those that were there before stand first. */
  inOrder<F>(files: readonly F[], idOf: (file: F) => number): F[] {
    const place = (file: F) => this.arrived.get(idOf(file)) ?? 0;
    return [...files].sort((one, other) => place(one) - place(other));
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  snapshot = (): readonly UploadRow[] => this.rows;

  private async send({ key, file }: UploadRow): Promise<void> {
    const sending = this.sendings.get(key);
    if (!sending) return;
    const abort = new AbortController();
    this.running.set(key, abort);
    this.update(key, { share: 0, error: null });
    try {
      const uploaded = await sending.upload(file, {
        onProgress: (share) => this.update(key, { share }),
        signal: abort.signal,
      });
      this.arrived.set(uploaded.id, key);
      this.remove(key);
      sending.receive(uploaded);
    } catch (error) {
      if (abort.signal.aborted) return;
      this.update(key, { error: error instanceof ApiError ? error.message : "The upload did not succeed." });
    } finally {
      this.running.delete(key);
    }
  }

  private remove(key: number): void {
    this.sendings.delete(key);
    this.change(this.rows.filter((row) => row.key !== key));
  }

  private update(key: number, change: Partial<UploadRow>): void {
    this.change(this.rows.map((row) => (row.key === key ? { ...row, ...change } : row)));
  }

  private change(rows: readonly UploadRow[]): void {
    const before = this.busy;
    this.rows = rows;
    // Leaving the page would lose what is on its way: the browser asks.
    if (this.busy && !before) window.addEventListener("beforeunload", askToStay);
    if (!this.busy && before) window.removeEventListener("beforeunload", askToStay);
    for (const listener of [...this.listeners]) listener();
  }
}

function askToStay(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
