import { formatBytes } from "../lib/text/bytes";
import { Icon } from "./icon";
import type { IconName } from "./icons";

/** The icon, name and size of a file. */
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

/** A list of links to attachments. The session cookie authorises the download. */
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

/** Return the icon for the type of a file, by its extension. */
export function iconOf(filename: string): IconName {
  const type = filename.split(".").at(-1)?.toLowerCase() ?? "";
  if (type === "pdf") return "pdf";
  if (["xlsx", "xls", "ods"].includes(type)) return "xlsx";
  if (type === "csv") return "csv";
  if (["png", "jpg", "jpeg", "gif", "webp", "heic", "bmp", "tiff", "svg"].includes(type)) return "image";
  return "file";
}
