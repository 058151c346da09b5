import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLoaded } from "../lib/browser/use-loaded";
import { formatBytes } from "../lib/text/bytes";
import { IconButton } from "./button";
import { FileText } from "./file-text";
import type { Photo } from "./photo-viewer";
import "./attachment-list.scss";

const loadViewer = () => import("./photo-viewer");

/** An attachment; pictures have the addresses of a thumbnail and of a preview. */
type ListedFile = {
  id: number;
  filename: string;
  size: number;
  thumbnailUrl?: string | null | undefined;
  previewUrl?: string | null | undefined;
};

type Props = {
  attachments: readonly ListedFile[];
  /** Adds a remove button to each; then files that are no pictures are no links, since the form is not saved yet. */
  onRemove?: ((id: number) => void) | undefined;
};

/**
 * Attachments: pictures as thumbnails that open a viewer, other files as links. The session cookie authorises both. A
 * picture that does not load becomes a link.
 */
export function AttachmentList({ attachments, onRemove }: Props) {
  const [broken, setBroken] = useState<readonly number[]>([]);
  const [opened, setOpened] = useState<number | null>(null);
  const viewer = useLoaded(loadViewer, opened !== null);
  const photos = attachments.filter((file): file is Photo => isPhoto(file) && !broken.includes(file.id));
  const files = attachments.filter((file) => !photos.some(({ id }) => id === file.id));
  const fail = (id: number) => setBroken((ids) => [...ids, id]);
  return (
    <>
      {photos.length > 0 && (
        <ul className="photo-list" aria-label="Photos">
          {photos.map((photo) => (
            <li key={photo.id}>
              <button
                type="button"
                className="photo-thumbnail"
                aria-label={`Open ${photo.filename}`}
                title={photo.filename}
                onClick={() => setOpened(photo.id)}
              >
                <Thumbnail url={photo.thumbnailUrl} onError={() => fail(photo.id)} />
              </button>
              {onRemove && (
                <IconButton
                  icon="close"
                  size="sm"
                  className="photo-remove"
                  label={`Remove ${photo.filename}`}
                  onClick={() => onRemove(photo.id)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {files.length > 0 && (
        <ul className="file-list" aria-label="Attachments">
          {files.map(({ id, filename, size }) => (
            <li key={id} className="file-row">
              <FileText
                name={filename}
                meta={formatBytes(size)}
                {...(onRemove ? {} : { href: `/files/${id}` })}
              />
              {onRemove && (
                <IconButton
                  icon="close"
                  size="sm"
                  label={`Remove ${filename}`}
                  onClick={() => onRemove(id)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {viewer && photos.length > 0 && (
        <viewer.PhotoViewer
          photos={photos}
          opened={opened}
          onOpen={setOpened}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

function isPhoto(file: ListedFile): file is Photo {
  return Boolean(file.thumbnailUrl && file.previewUrl);
}

function Thumbnail({ url, onError }: { url: string; onError: () => void }) {
  const ref = useRef<HTMLImageElement>(null);
  const check = useEffectEvent(() => {
    const image = ref.current;
    if (image?.complete && image.naturalWidth === 0) image.decode?.().catch(onError);
  });
  // In a page from the server the picture can fail before the event handler exists.
  useEffect(() => check(), []);
  return (
    <img
      ref={ref}
      src={url}
      alt=""
      width={112}
      height={112}
      loading="lazy"
      decoding="async"
      onError={onError}
    />
  );
}
