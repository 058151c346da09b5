import { useEffect } from "react";
import type { Uploaded } from "../../api/upload";
import { AttachmentList } from "../../ui/attachment-list";
import { Button, IconButton } from "../../ui/button";
import { Dropzone } from "../../ui/dropzone";
import { iconOf } from "../../ui/file-text";
import { Icon } from "../../ui/icon";
import type { UploadRow } from "./upload-queue";
import { type UploadRules, useUploads } from "./use-uploads";

type Props = UploadRules & {
  files: readonly Uploaded[];
  onChange: (files: Uploaded[]) => void;
  accept?: string | undefined;
  disabled?: boolean | undefined;
  /** Offer the camera on phones. */
  camera?: boolean | undefined;
  /** Called with true while a file is being uploaded or has failed, so that the form cannot be sent. */
  onBusy?: ((busy: boolean) => void) | undefined;
};

/** An input for attachments: drop, paste or pick files. Each shows its progress and has a remove button. */
export function FileUpload({ accept, disabled, camera, onBusy, ...options }: Props) {
  const { files, onChange, multiple = true, maxFiles = 10 } = options;
  const { rows, add, stop, retry, busy } = useUploads(options);
  const hasPending = rows.length > 0;
  useEffect(() => onBusy?.(hasPending), [onBusy, hasPending]);
  const full = files.length + rows.length >= (multiple ? maxFiles : Number.POSITIVE_INFINITY);
  return (
    <div>
      <AttachmentList
        attachments={files}
        onRemove={disabled ? undefined : (id) => onChange(files.filter((file) => file.id !== id))}
      />
      {rows.length > 0 && (
        <ul className="file-list">
          {rows.map((row) => (
            <UploadingRow key={row.key} row={row} onStop={() => stop(row.key)} onRetry={() => retry(row)} />
          ))}
        </ul>
      )}
      {onBusy && hasPending && !busy && (
        <p className="field-hint">
          Try again, or remove what was not uploaded, to go on.{" "}
          {rows.length > 1 && (
            <Button variant="link" size="sm" onClick={() => rows.map(({ key }) => stop(key))}>
              Remove all {rows.length}
            </Button>
          )}
        </p>
      )}
      {!full && (
        <Dropzone onFiles={add} accept={accept} multiple={multiple} disabled={disabled} camera={camera} />
      )}
      <div className="visually-hidden" role="status">
        {busy ? "Uploading..." : ""}
      </div>
    </div>
  );
}

type UploadingRowProps = { row: UploadRow; onStop: () => void; onRetry: () => void };

/** The row of a file that is being uploaded or has failed. */
export function UploadingRow({ row, onStop, onRetry }: UploadingRowProps) {
  const { file, share, error } = row;
  return (
    <li className="file-row">
      <Icon name={error ? "error" : iconOf(file.name)} />
      <span className="file-text">
        <span className="file-name">{file.name}</span>
        {error ? (
          <span className="file-meta file-failed" role="alert">
            {error}
          </span>
        ) : (
          <progress value={share} max={1} aria-label={`Uploading ${file.name}`} />
        )}
      </span>
      {error && <IconButton icon="refresh" size="sm" label={`Try ${file.name} again`} onClick={onRetry} />}
      <IconButton icon="close" size="sm" label={`Remove ${file.name}`} onClick={onStop} />
    </li>
  );
}
