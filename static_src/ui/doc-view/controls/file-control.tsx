import type { Uploaded } from "../../../api/upload";
import { formatBytes } from "../../../lib/bytes";
import { maxFiles as mostFiles } from "../../../lib/form-document/shapes";
import { type FileAnswer, isRecord } from "../../../lib/form-document/types";
import { IconButton } from "../../button";
import { Dropzone } from "../../dropzone";
import { FileText, UploadingRow } from "../../file-upload";
import { useUploads } from "../../use-uploads";
import { fileAddress, useDoc } from "../doc-context";
import type { ControlProps } from "./control-props";

const toUploaded = ({ attachmentId, ...file }: FileAnswer): Uploaded => ({ id: attachmentId, ...file });
const toAnswer = ({ id, filename, size, contentType }: Uploaded): FileAnswer => ({
  attachmentId: id,
  filename,
  size,
  contentType,
});

/** Files as an answer: those that are there, those on their way, and a place for more. */
export function FileControl({ field, placed, value, onChange }: ControlProps) {
  const doc = useDoc();
  const files = filesOf(value);
  const most = field.max === null ? mostFiles : Math.min(mostFiles, Number(field.max));
  const { upload } = doc;
  const { rows, add, stop, retry, busy } = useUploads({
    kind: "RFXANSWER",
    files: files.map(toUploaded),
    onChange: (uploaded) => onChange(uploaded.map(toAnswer)),
    upload: upload && (async (file, options) => toUploaded(await upload(file, options))),
    maxFiles: most,
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
              {doc.besideFile?.(file, placed)}
              <IconButton
                icon="close"
                size="sm"
                label={`Remove ${file.filename}`}
                onClick={() => onChange(files.filter((each) => each !== file))}
              />
            </li>
          ))}
          {rows.map((row) => (
            <UploadingRow key={row.key} row={row} onStop={() => stop(row.key)} onRetry={() => retry(row)} />
          ))}
        </ul>
      )}
      {files.length + rows.length < most && <Dropzone onFiles={add} multiple={most > 1} />}
      <div className="visually-hidden" role="status">
        {busy ? "Uploading..." : ""}
      </div>
    </>
  );
}

export function filesOf(value: unknown): FileAnswer[] {
  return Array.isArray(value) ? (value.filter(isRecord) as unknown as FileAnswer[]) : [];
}
