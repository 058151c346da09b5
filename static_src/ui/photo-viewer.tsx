import { useEffect, useEffectEvent, useState } from "react";
import { formatBytes } from "../lib/text/bytes";
import { ButtonLink, IconButton } from "./button";
import { Modal } from "./modal";
import "./attachment-list.scss";

/** A picture with the addresses of its thumbnail and of a preview that fills the screen. */
export type Photo = { id: number; filename: string; size: number; thumbnailUrl: string; previewUrl: string };

type Props = {
  photos: readonly Photo[];
  /** The id of the shown photo; null while the viewer is closed. */
  opened: number | null;
  onOpen: (id: number) => void;
  onClose: () => void;
};

/** A dialog that fills the screen with one photo. Arrow keys and buttons show the others, Escape closes it. */
export function PhotoViewer({ photos, opened, onOpen, onClose }: Props) {
  const index = photos.findIndex(({ id }) => id === opened);
  const photo = photos[index];
  const show = (step: number) => {
    const next = photos[(index + step + photos.length) % photos.length];
    if (next) onOpen(next.id);
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "ArrowLeft") show(-1);
    if (event.key === "ArrowRight") show(1);
  });
  const isOpen = photo !== undefined;
  useEffect(() => {
    if (!isOpen) return;
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [isOpen]);
  const hasOthers = photos.length > 1;
  return (
    <Modal
      show={isOpen}
      title={hasOthers ? `Photo ${index + 1} of ${photos.length}` : "Photo"}
      size="full"
      onClose={onClose}
      footer={
        photo && (
          <>
            <p className="photo-caption" role="status">
              <span className="file-name">{photo.filename}</span>
              <span className="file-meta">{formatBytes(photo.size)}</span>
            </p>
            <ButtonLink icon="download" href={`/files/${photo.id}`} download={photo.filename}>
              Download
            </ButtonLink>
          </>
        )
      }
    >
      {photo && (
        <div className="photo-stage">
          <Preview key={photo.id} photo={photo} />
          {hasOthers && (
            <>
              <IconButton
                className="photo-previous"
                variant="default"
                icon="left"
                label="Previous photo"
                onClick={() => show(-1)}
              />
              <IconButton
                className="photo-next"
                variant="default"
                icon="right"
                label="Next photo"
                onClick={() => show(1)}
              />
            </>
          )}
        </div>
      )}
    </Modal>
  );
}

function Preview({ photo }: { photo: Photo }) {
  const [hasFailed, setFailed] = useState(false);
  if (hasFailed) return <p role="alert">This photo can't be shown here. Download it to open it.</p>;
  return <img src={photo.previewUrl} alt={photo.filename} onError={() => setFailed(true)} />;
}
