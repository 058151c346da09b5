import { useLoaded } from "../../../lib/browser/use-loaded";
import { formatBytes } from "../../../lib/text/bytes";
import { FileText } from "../../../ui/file-text";
import { Icon } from "../../../ui/icon";
import { fileAddress, useDoc } from "../doc-context";
import type { ControlProps } from "./control-props";
import { filesOf, maxFilesOf } from "./files-of";

const load = () => import("./file-uploads");

/** Files as an answer. The upload code is loaded on first use; until then a placeholder has the same size. */
export function FileControl(props: ControlProps) {
  const uploads = useLoaded(load);
  if (uploads) return <uploads.FileUploads {...props} />;
  return <FilesPlaceholder {...props} />;
}

function FilesPlaceholder({ field, value }: ControlProps) {
  const doc = useDoc();
  const files = filesOf(value);
  const maxFiles = maxFilesOf(field);
  return (
    <>
      {files.length > 0 && (
        <ul className="file-list">
          {files.map(({ attachmentId, filename, size }) => (
            <li key={attachmentId} className="file-row">
              <FileText name={filename} meta={formatBytes(size)} href={fileAddress(doc, attachmentId)} />
            </li>
          ))}
        </ul>
      )}
      {files.length < maxFiles && (
        <div className="dropzone" aria-busy="true">
          <Icon name="upload" />
          <span className="btn btn-default btn-sm">{maxFiles > 1 ? "Choose files" : "Choose a file"}</span>
          <span>{maxFiles > 1 ? "or drop files here" : "or drop a file here"}</span>
        </div>
      )}
    </>
  );
}
