import { useSyncExternalStore } from "react";
import { shrinkPhoto } from "../../domain/uploads/shrink-photo";
import { formatBytes } from "../../lib/text/bytes";
import { toasts } from "../../lib/toasts";
import { AttachmentList } from "../../ui/attachment-list";
import { IconButton } from "../../ui/button";
import { Dropzone } from "../../ui/dropzone";
import { FieldErrors, FieldGroup } from "../../ui/field";
import { Icon } from "../../ui/icon";
import { newRow, rowsOf } from "./rows";
import { isFileValue, type StepFile } from "./types";
import { useStepWork, useValues } from "./work-context";
import "./corrective-action.scss";

const maxFiles = 30;
const maxBytes = 25 * 1024 * 1024;

type Props = {
  /** The row or cause that the files belong to; "" for the step. */
  place?: string;
  label?: string;
};

/** Photos and files of a step. Without a connection they wait on this device. */
export function StepFiles({ place = "", label = "Photos and files" }: Props) {
  const { work, step, isReadOnly } = useStepWork();
  const values = useValues(work);
  const waiting = useSyncExternalStore(
    work.photos.subscribe,
    work.photos.snapshot,
    work.photos.snapshot,
  ).filter((file) => file.key.startsWith(`${step}.`) && file.place === place);
  const rows = rowsOf(values, `${step}.file`).map((row) => `${step}.file.${row}`);
  const files: StepFile[] = [];
  const keys = new Map<number, string>();
  for (const key of rows) {
    const value = values.get(key);
    const file = isFileValue(value) && value.place === place ? work.file(value.id) : undefined;
    if (file) {
      files.push(file);
      keys.set(file.id, key);
    }
  }
  const add = async (chosen: File[]) => {
    const all = [...values].filter(([key, value]) => key.slice(3).startsWith("file.") && value !== null);
    let room = maxFiles - all.length - work.photos.snapshot().length;
    for (const file of chosen) {
      if (room <= 0) {
        toasts.error(`At most ${maxFiles} photos and files can be added to one corrective action.`);
        return;
      }
      const content = await shrinkPhoto(file);
      if (content.size > maxBytes) {
        toasts.error(`${file.name} is larger than ${formatBytes(maxBytes)}.`);
        continue;
      }
      room -= 1;
      const key = `${step}.file.${newRow()}`;
      await work.photos.add({
        key,
        place,
        name: content.name,
        type: content.type,
        content,
        at: Date.now(),
      });
    }
  };
  if (isReadOnly && files.length === 0) return null;
  const remove = (id: number) => {
    const key = keys.get(id);
    if (key) work.edit(key, null);
  };
  return (
    <FieldGroup label={label}>
      <AttachmentList attachments={files} onRemove={isReadOnly ? undefined : remove} />
      {waiting.length > 0 && (
        <ul className="file-list" aria-label="Waiting for the upload">
          {waiting.map(({ key, name, preview, error }) => (
            <li key={key} className="file-row">
              {preview ? (
                <img className="waiting-photo" src={preview} alt="" />
              ) : (
                <Icon name={error ? "error" : "clock"} />
              )}
              <span className="file-text">
                <span className="file-name">{name}</span>
                {error ? (
                  <span className="file-meta file-failed" role="alert">
                    {error}
                  </span>
                ) : (
                  <span className="file-meta">Kept on this device, sent when there is a connection</span>
                )}
              </span>
              <IconButton
                icon="close"
                size="sm"
                label={`Remove ${name}`}
                onClick={() => void work.photos.remove(key)}
              />
            </li>
          ))}
        </ul>
      )}
      {!isReadOnly && <Dropzone onFiles={(chosen) => void add(chosen)} camera />}
      <Refusals step={step} />
    </FieldGroup>
  );
}

/** The errors of files that the server refused. */
function Refusals({ step }: { step: string }) {
  const { work } = useStepWork();
  const { refused } = useSyncExternalStore(work.saving.subscribe, work.saving.snapshot, work.saving.snapshot);
  const errors = Object.entries(refused).flatMap(([key, sentence]) =>
    key.startsWith(`${step}.file.`) ? [sentence] : [],
  );
  return <FieldErrors errors={[...new Set(errors)]} />;
}
