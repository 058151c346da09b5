import { isOffline } from "../../api/errors";
import type { Uploaded } from "../../api/upload";
import { type UnsentFile, UnsentFiles } from "../../domain/saving/unsent-files";

/** A photo or file that waits for its upload. */
export type WaitingFile = Pick<UnsentFile, "key" | "place" | "name"> & {
  /** The reason why the server refused it; null while it waits. */
  error: string | null;
  /** Address of the picture on this device; null for other files. */
  preview: string | null;
};

type Options = {
  scope: string;
  upload: (file: File) => Promise<Uploaded>;
  /** Called with the uploaded file, which is then no longer stored here. */
  onUploaded: (file: UnsentFile, uploaded: Uploaded) => void;
  files?: UnsentFiles;
};

/** Delay before an upload without a response is repeated, ms. */
const retryDelay = 15_000;

/**
 * Photos and files of the page. Each is stored in the browser at once and uploaded when there is a connection, so that
 * nothing is lost on a shop floor without one.
 */
export class PhotoQueue {
  private readonly options: Options;
  private readonly files: UnsentFiles;
  private readonly waiting = new Map<string, UnsentFile>();
  private shown: readonly WaitingFile[] = [];
  private readonly previews = new Map<string, string>();
  private readonly errors = new Map<string, string>();
  private readonly listeners = new Set<() => void>();
  private running: Promise<void> | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: Options) {
    this.options = options;
    this.files = options.files ?? new UnsentFiles(options.scope);
  }

  /** Load the files of an earlier page, and upload when the connection is back. Returns a function that stops it. */
  start(): () => void {
    const back = () => void this.flush();
    window.addEventListener("online", back);
    this.files.load().then((stored) => {
      for (const file of stored) if (!this.waiting.has(file.key)) this.waiting.set(file.key, file);
      this.notify();
      back();
    });
    return () => {
      window.removeEventListener("online", back);
      clearTimeout(this.timer);
      for (const address of this.previews.values()) URL.revokeObjectURL(address);
      this.previews.clear();
    };
  }

  /** Store a file, then upload it. */
  async add(file: UnsentFile): Promise<void> {
    this.waiting.set(file.key, file);
    this.notify();
    await this.files.store(file);
    void this.flush();
  }

  async remove(key: string): Promise<void> {
    this.waiting.delete(key);
    this.errors.delete(key);
    this.notify();
    await this.files.remove(key);
  }

  /** Upload all waiting files, one after the other. Resolves to true if none is left. */
  async flush(): Promise<boolean> {
    this.running ??= this.uploadAll().finally(() => {
      this.running = null;
    });
    await this.running;
    return this.waiting.size === 0;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  snapshot = (): readonly WaitingFile[] => this.shown;

  private async uploadAll(): Promise<void> {
    clearTimeout(this.timer);
    for (;;) {
      const next = [...this.waiting.values()].find(({ key }) => !this.errors.has(key));
      if (!next) return;
      try {
        const file = new File([next.content], next.name, { type: next.type });
        const uploaded = await this.options.upload(file);
        // It may have been removed meanwhile.
        if (!this.waiting.has(next.key)) continue;
        this.options.onUploaded(next, uploaded);
        await this.remove(next.key);
      } catch (error) {
        if (isOffline(error) || !(error instanceof Error) || isTemporary(error)) {
          this.timer = setTimeout(() => void this.flush(), retryDelay);
          return;
        }
        this.errors.set(next.key, error.message);
        this.notify();
      }
    }
  }

  private notify(): void {
    this.shown = [...this.waiting.values()].map(({ key, place, name, type, content }) => ({
      key,
      place,
      name,
      error: this.errors.get(key) ?? null,
      preview: type.startsWith("image/") ? this.previewOf(key, content) : null,
    }));
    for (const listener of this.listeners) listener();
  }

  private previewOf(key: string, content: Blob): string {
    const address = this.previews.get(key) ?? URL.createObjectURL(content);
    this.previews.set(key, address);
    return address;
  }
}

/** Return true if the server could not answer now: the upload is tried again. */
function isTemporary(error: Error & { status?: number }): boolean {
  const { status } = error;
  return status === undefined || status >= 500 || [401, 408, 425, 429].includes(status);
}
