import { useEffect, useRef, useState } from "react";
import { ApiError } from "../api/errors";
import { type Uploaded, type UploadOptions, uploadFile } from "../api/upload";
import { formatBytes } from "../lib/bytes";

export type UploadRow = {
  key: number;
  file: File;
  /** 0 to 1. */
  share: number;
  /** Why it did not arrive. */
  error: string | null;
};

export type UploadRules = {
  /** COMPANYLOGO, USERPICLARGE, MESSAGE, RFXANSWER, NCR. */
  kind: string;
  multiple?: boolean | undefined;
  maxFiles?: number | undefined;
  maxBytes?: number | undefined;
  /** A sentence for a file that is not accepted, else null. */
  refuse?: ((file: File) => string | null) | undefined;
  /** Sends one file, where that is not the API's upload of `kind`. */
  upload?: ((file: File, options: UploadOptions) => Promise<Uploaded>) | undefined;
};

type Options = UploadRules & { files: readonly Uploaded[]; onChange: (files: Uploaded[]) => void };

/** Uploads under way beside the files that have arrived; several run at once, each can be stopped or tried again. */
export function useUploads({
  kind,
  files,
  onChange,
  multiple = true,
  maxFiles = 10,
  maxBytes = 25 * 1024 * 1024,
  refuse,
  upload = (file, options) => uploadFile(file, kind, { ...options, toast: false }),
}: Options) {
  const [rows, setRows] = useState<UploadRow[]>([]);
  const aborts = useRef(new Map<number, AbortController>());
  const nextKey = useRef(1);

  useEffect(() => {
    const running = aborts.current;
    return () => {
      for (const abort of running.values()) abort.abort();
    };
  }, []);

  const update = (key: number, change: Partial<UploadRow>) =>
    setRows((now) => now.map((row) => (row.key === key ? { ...row, ...change } : row)));

  // Files arrive one after the other, each to be put after those that have arrived by then.
  const latest = useRef({ files, onChange });
  useEffect(() => {
    latest.current = { files, onChange };
  });
  const receive = (file: Uploaded) => {
    const now = latest.current;
    now.files = multiple ? [...now.files, file] : [file];
    now.onChange([...now.files]);
  };

  const send = async (row: UploadRow) => {
    const abort = new AbortController();
    aborts.current.set(row.key, abort);
    update(row.key, { share: 0, error: null });
    try {
      const uploaded = await upload(row.file, {
        onProgress: (share) => update(row.key, { share }),
        signal: abort.signal,
      });
      setRows((now) => now.filter(({ key }) => key !== row.key));
      receive(uploaded);
    } catch (error) {
      if (!abort.signal.aborted) {
        const text = error instanceof ApiError ? error.message : "The upload did not succeed.";
        update(row.key, { error: text });
      }
    } finally {
      aborts.current.delete(row.key);
    }
  };

  const add = (chosen: Iterable<File>) => {
    const room = multiple ? maxFiles - files.length - rows.length : 1;
    const added = [...chosen].slice(0, multiple ? undefined : 1).map((file, index) => ({
      key: nextKey.current++,
      file,
      share: 0,
      error:
        refuse?.(file) ??
        (file.size > maxBytes ? `${file.name} is larger than ${formatBytes(maxBytes)}.` : null) ??
        (index >= room ? `At most ${maxFiles} files can be attached.` : null),
    }));
    setRows((now) => (multiple ? [...now, ...added] : added));
    for (const row of added) if (!row.error) void send(row);
  };

  const stop = (key: number) => {
    aborts.current.get(key)?.abort();
    setRows((now) => now.filter((row) => row.key !== key));
  };

  return { rows, add, stop, retry: send, busy: rows.some(({ error }) => !error) };
}
