import { ApiError } from "../../api/errors";
import type { Uploaded, UploadOptions } from "../../api/upload";

/** A file that is being uploaded or has failed. */
export type UploadRow = {
  key: number;
  file: File;
  /** The sent share, 0 to 1. */
  share: number;
  /** The reason of a failure. */
  error: string | null;
};

/** The functions of an upload: `upload` sends a file, `receive` is called with the uploaded one. */
export type Sending = {
  upload: (file: File, options: UploadOptions) => Promise<Uploaded>;
  receive: (file: Uploaded) => void;
};

/**
 * Concurrent uploads, each of which can be stopped or retried. Independent of components, so that an upload continues when
 * the user leaves the part of the form in which the file was chosen.
 */
export class UploadQueue {
  private rows: readonly UploadRow[] = [];
  private readonly running = new Map<number, AbortController>();
  private readonly sendings = new Map<number, Sending>();
  private readonly listeners = new Set<() => void>();
  private lastKey = 0;
  /** The keys of uploaded files by attachment id. */
  private readonly keysById = new Map<number, number>();

  /** Add files and upload those without an error; the others are shown with their error. */
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

  /** Repeat a failed upload. */
  retry(row: UploadRow): void {
    void this.send(row);
  }

  /** Show an error at a file without uploading it. */
  refuse({ key }: UploadRow, error: string): void {
    this.update(key, { error });
  }

  /** True while a file is being uploaded. */
  get busy(): boolean {
    return this.rows.some(({ error }) => !error);
  }

  /** True if an upload has failed and was neither retried nor removed. */
  get failed(): boolean {
    return this.rows.some(({ error }) => error);
  }

  /** Sort files by the order in which they were chosen, after those that are not from this queue. */
  inOrder<F>(files: readonly F[], idOf: (file: F) => number): F[] {
    const place = (file: F) => this.keysById.get(idOf(file)) ?? 0;
    return [...files].sort((first, second) => place(first) - place(second));
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
      this.keysById.set(uploaded.id, key);
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
    const wasBusy = this.busy;
    this.rows = rows;
    // Leaving the page would stop the uploads, so the browser asks the user.
    if (this.busy && !wasBusy) window.addEventListener("beforeunload", warnBeforeLeaving);
    if (!this.busy && wasBusy) window.removeEventListener("beforeunload", warnBeforeLeaving);
    for (const listener of [...this.listeners]) listener();
  }
}

function warnBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
