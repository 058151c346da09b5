import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { type Uploaded, type UploadKind, type UploadOptions, uploadFile } from "../../api/upload";
import { formatBytes } from "../../lib/text/bytes";
import { UploadQueue, type UploadRow } from "./upload-queue";

export type UploadRules = {
  kind: UploadKind;
  multiple?: boolean | undefined;
  maxFiles?: number | undefined;
  maxBytes?: number | undefined;
  /** Return the error for a file that is not accepted, else null. */
  refuse?: ((file: File) => string | null) | undefined;
  /** Upload one file; default: the API's upload of `kind`. */
  upload?: ((file: File, options: UploadOptions) => Promise<Uploaded>) | undefined;
};

type Options = UploadRules & { files: readonly Uploaded[]; onChange: (files: Uploaded[]) => void };

/** Manage the uploads of a component, in addition to its uploaded `files`. Unmounting stops them. */
export function useUploads({ files, onChange, ...rules }: Options) {
  const [queue] = useState(() => new UploadQueue());
  useEffect(() => () => queue.stopAll(), [queue]);
  // Several uploads can end between two renders, and each must keep the files of the previous one.
  const latest = useRef({ files, onChange });
  useEffect(() => {
    latest.current = { files, onChange };
  });
  const receive = (file: Uploaded) => {
    const now = latest.current;
    now.files = rules.multiple === false ? [file] : queue.inOrder([...now.files, file], ({ id }) => id);
    now.onChange([...now.files]);
  };
  return useQueue(queue, { ...rules, count: files.length, receive });
}

type QueueOptions = UploadRules & {
  /** The number of uploaded files. */
  count: number;
  receive: (file: Uploaded) => void;
};

/** Return the rows of an upload queue, with functions that apply the rules to added files. */
export function useQueue(
  queue: UploadQueue,
  {
    kind,
    count,
    receive,
    multiple = true,
    maxFiles = 10,
    maxBytes = 25 * 1024 * 1024,
    refuse,
    upload = (file, options) => uploadFile(file, kind, { ...options, toast: false }),
  }: QueueOptions,
) {
  const rows = useSyncExternalStore(queue.subscribe, queue.snapshot, queue.snapshot);
  const faultOf = (file: File, hasRoom: boolean) =>
    refuse?.(file) ??
    (file.size > maxBytes ? `${file.name} is larger than ${formatBytes(maxBytes)}.` : null) ??
    (hasRoom ? null : `At most ${maxFiles} files can be attached.`);
  const add = (chosen: Iterable<File>) => {
    const room = multiple ? maxFiles - count - rows.length : 1;
    const added = [...chosen]
      .slice(0, multiple ? undefined : 1)
      .map((file, index) => ({ file, error: faultOf(file, index < room) }));
    if (!multiple) for (const row of rows) queue.stop(row.key);
    queue.add(added, { upload, receive });
  };
  return {
    rows,
    add,
    stop: (key: number) => queue.stop(key),
    /** Repeat a failed upload, unless the file is not accepted or exceeds the limit. */
    retry: (row: UploadRow) => {
      const going = rows.filter(({ error }) => !error).length;
      const fault = faultOf(row.file, !multiple || count + going < maxFiles);
      if (fault) queue.refuse(row, fault);
      else queue.retry(row);
    },
    busy: rows.some(({ error }) => !error),
  };
}
