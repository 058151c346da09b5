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

/** Return the icon for the type of a file, by its extension. */
export function iconOf(filename: string): IconName {
  const type = filename.split(".").at(-1)?.toLowerCase() ?? "";
  if (type === "pdf") return "pdf";
  if (["xlsx", "xls", "ods"].includes(type)) return "xlsx";
  if (type === "csv") return "csv";
  if (["png", "jpg", "jpeg", "gif", "webp", "heic", "bmp", "tiff", "svg"].includes(type)) return "image";
  return "file";
}
