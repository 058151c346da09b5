import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { type Uploaded, type UploadKind, type UploadOptions, uploadFile } from "../../api/upload";
import { formatBytes } from "../../lib/text/bytes";
import { UploadQueue, type UploadRow } from "./upload-queue";

export type UploadRules = {
  kind: UploadKind;
  multiple?: boolean | undefined;
  maxFiles?: number | undefined;
  maxBytes?: number | undefined;
  /** A sentence for a file that is not accepted, else null. */
  refuse?: ((file: File) => string | null) | undefined;
  /** Sends one file, where that is not the API's upload of `kind`. */
  upload?: ((file: File, options: UploadOptions) => Promise<Uploaded>) | undefined;
};

type Options = UploadRules & { files: readonly Uploaded[]; onChange: (files: Uploaded[]) => void };

/** Uploads under way beside the files that have arrived; they end with the component. */
export function useUploads({ files, onChange, ...rules }: Options) {
  const [queue] = useState(() => new UploadQueue());
  useEffect(() => () => queue.stopAll(), [queue]);
  // Files arrive one after the other, each to be put after those that have arrived by then.
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
  /** How many files have arrived. */
  count: number;
  receive: (file: Uploaded) => void;
};

/** What a queue of uploads shows, with the rules for what is added to it. */
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
    /** Send it again, unless it is one that can't be sent, or one too many still. */
    retry: (row: UploadRow) => {
      const going = rows.filter(({ error }) => !error).length;
      const fault = faultOf(row.file, !multiple || count + going < maxFiles);
      if (fault) queue.refuse(row, fault);
      else queue.retry(row);
    },
    busy: rows.some(({ error }) => !error),
  };
}
