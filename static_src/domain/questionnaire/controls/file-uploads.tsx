import type { Uploaded } from "../../../api/upload";
import { formatBytes } from "../../../lib/text/bytes";
import { IconButton } from "../../../ui/button";
import { Dropzone } from "../../../ui/dropzone";
import { FileText } from "../../../ui/file-text";
import { UploadingRow } from "../../uploads/file-upload";
import { UploadQueue } from "../../uploads/upload-queue";
import { useQueue } from "../../uploads/use-uploads";
import type { AnswerStore } from "../answer-store";
import { fileAddress, useDoc } from "../doc-context";
import type { FileAnswer } from "../rules/types";
import type { ControlProps } from "./control-props";
import { filesOf, maxFilesOf } from "./files-of";

const toUploaded = ({ attachmentId, ...file }: FileAnswer): Uploaded => ({ id: attachmentId, ...file });
const toAnswer = ({ id, filename, size, contentType }: Uploaded): FileAnswer => ({
  attachmentId: id,
  filename,
  size,
  contentType,
});

const queues = new WeakMap<AnswerStore, Map<string, UploadQueue>>();

/** Return the sentence about uploads that are running or failed; null if there are none. */
function uploadProblem({ busy, failed }: UploadQueue): string | null {
  if (busy) return "A file is still being uploaded.";
  return failed ? "A file was not uploaded. Try again, or remove it." : null;
}

/**
 * Return the upload queue of a field. Uploads continue while another form is open; the form is not valid until they
 * end.
 */
function queueOf(store: AnswerStore, key: string): UploadQueue {
  const storeQueues = queues.get(store) ?? new Map<string, UploadQueue>();
  queues.set(store, storeQueues);
  const existing = storeQueues.get(key);
  if (existing) return existing;
  const queue = new UploadQueue();
  queue.subscribe(() => store.await(key, uploadProblem(queue)));
  storeQueues.set(key, queue);
  return queue;
}

/** Lazy-loaded part of `FileControl`: uploaded files, running uploads and a drop zone. */
export function FileUploads({ field, placed, value, onChange }: ControlProps) {
  const doc = useDoc();
  const files = filesOf(value);
  const maxFiles = maxFilesOf(field);
  const { store, upload } = doc;
  const { key } = placed;
  const queue = queueOf(store, key);
  const { rows, add, stop, retry, busy } = useQueue(queue, {
    kind: "RFXANSWER",
    count: files.length,
    receive: (file) => {
      const answer = [...filesOf(store.get(key).value), toAnswer(file)];
      store.set(
        key,
        queue.inOrder(answer, ({ attachmentId }) => attachmentId),
      );
    },
    upload: upload && (async (file, options) => toUploaded(await upload(file, options))),
    maxFiles,
  });
  return (
    <>
      {(files.length > 0 || rows.length > 0) && (
        <ul className="file-list">
          {files.map((file) => (
            <li key={file.attachmentId} className="file-row">
              <FileText
                name={file.filename}
                meta={formatBytes(file.size)}
                href={fileAddress(doc, file.attachmentId)}
              />
              <IconButton
                icon="close"
                size="sm"
                label={`Remove ${file.filename}`}
                onClick={() => onChange(files.filter((other) => other !== file))}
              />
            </li>
          ))}
          {rows.map((row) => (
            <UploadingRow key={row.key} row={row} onStop={() => stop(row.key)} onRetry={() => retry(row)} />
          ))}
        </ul>
      )}
      {files.length + rows.length < maxFiles && <Dropzone onFiles={add} multiple={maxFiles > 1} />}
      <div className="visually-hidden" role="status">
        {busy ? "Uploading..." : ""}
      </div>
    </>
  );
}
