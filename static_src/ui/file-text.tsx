import { formatBytes } from "../lib/text/bytes";
import { Icon } from "./icon";
import type { IconName } from "./icons";

/** A file's picture, name and size. */
export function FileText({ name, meta, href }: { name: string; meta: string; href?: string }) {
  return (
    <>
      <Icon name={iconOf(name)} />
      <span className="file-text">
        {href ? (
          <a className="file-name" href={href} target="_blank" rel="noopener">
            {name}
          </a>
        ) : (
          <span className="file-name">{name}</span>
        )}
        <span className="file-meta">{meta}</span>
      </span>
    </>
  );
}

/** Files to read: each a link to its content, which the session's cookie opens. */
export function AttachmentList({
  attachments,
}: {
  attachments: readonly { id: number; filename: string; size: number }[];
}) {
  if (attachments.length === 0) return null;
  return (
    <ul className="file-list" aria-label="Attachments">
      {attachments.map(({ id, filename, size }) => (
        <li key={id} className="file-row">
          <FileText name={filename} meta={formatBytes(size)} href={`/files/${id}`} />
        </li>
      ))}
    </ul>
  );
}

/** The picture that stands for a file of this name. */
export function iconOf(filename: string): IconName {
  const type = filename.split(".").at(-1)?.toLowerCase() ?? "";
  if (type === "pdf") return "pdf";
  if (["xlsx", "xls", "ods"].includes(type)) return "xlsx";
  if (type === "csv") return "csv";
  if (["png", "jpg", "jpeg", "gif", "webp", "heic", "bmp", "tiff", "svg"].includes(type)) return "image";
  return "file";
}
