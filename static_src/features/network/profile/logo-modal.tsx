import { useRef, useState } from "react";
import { request } from "../../../api/client";
import { ApiError, errorText, isOffline } from "../../../api/errors";
import { uploadFile } from "../../../api/upload";
import { renderThenFocus } from "../../../lib/browser/render-then-focus";
import { useSave } from "../../../lib/state/use-save";
import { toasts } from "../../../lib/toasts";
import { Button } from "../../../ui/button";
import { Dropzone } from "../../../ui/dropzone";
import { FailureAlert } from "../../../ui/failure-alert";
import { Modal } from "../../../ui/modal";
import type { Organisation } from "../types";
import "./setup.scss";

const accepted = /\.(png|jpe?g)$/i;
const refusal = "Only .png, .jpeg or .jpg files are allowed";

type Props = {
  organisation: Organisation;
  show: boolean;
  onClose: () => void;
  onSaved: (organisation: Organisation) => void;
};

type Upload = { share: number } | { id: number; name: string };

/** Dialog to upload a logo, preview it and use it; nothing changes before that (specification, sections 2 and 4, Logo upload). */
export function LogoModal({ organisation, show, onClose, onSaved }: Props) {
  const [upload, setUpload] = useState<Upload | null>(null);
  const abort = useRef<AbortController | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const ready = upload && "id" in upload ? upload : null;

  const {
    save,
    busy: saving,
    failure,
    setFailure,
  } = useSave({
    send: (attachmentId: number) =>
      request("PUT", "/api/organisation/{organisation_id}/logo", {
        path: { organisation_id: organisation.id },
        body: { attachmentId },
      }),
    success: "Logo changed",
    onSaved: (saved) => {
      onSaved(saved);
      close();
    },
  });
  const reset = () => {
    abort.current?.abort();
    setUpload(null);
    setFailure("");
  };
  const startOver = () => {
    // Reset is disabled then, so the focus moves to the control that chooses another file.
    renderThenFocus(reset, () => place.current);
  };
  const close = () => {
    reset();
    onClose();
  };
  const pick = async ([file]: File[]) => {
    if (!file) return;
    setFailure("");
    if (!accepted.test(file.name)) return toasts.error(refusal);
    const running = new AbortController();
    abort.current = running;
    setUpload({ share: 0 });
    try {
      const { id } = await uploadFile(file, "COMPANYLOGO", {
        toast: true,
        signal: running.signal,
        onProgress: (share) => setUpload({ share }),
      });
      setUpload({ id, name: file.name });
    } catch (error) {
      if (running.signal.aborted) return;
      setUpload(null);
      if (!(error instanceof ApiError) || isOffline(error)) setFailure(errorText(error));
    }
  };

  return (
    <Modal
      show={show}
      title="Change image"
      onClose={close}
      busy={saving}
      footer={
        <>
          <Button onClick={close} disabled={saving}>
            Cancel
          </Button>
          <Button onClick={startOver} disabled={!upload || saving}>
            Reset
          </Button>
          <Button
            variant="primary"
            onClick={() => ready && save(ready.id)}
            disabled={!ready}
            busy={saving}
            busyText="Saving..."
          >
            Use this image
          </Button>
        </>
      }
    >
      {!upload && (
        <div ref={place}>
          <Dropzone accept=".png,.jpeg,.jpg" multiple={false} onFiles={pick}>
            or drop a logo here: png, jpeg or jpg
          </Dropzone>
        </div>
      )}
      {upload && !ready && (
        <progress className="logo-progress" max={1} value={"share" in upload ? upload.share : 0}>
          Uploading...
        </progress>
      )}
      {ready && (
        <figure className="logo-preview">
          <img src={`/files/${ready.id}`} alt="The new logo" />
          <figcaption className="text-secondary small-text">{ready.name}</figcaption>
        </figure>
      )}
      <p className="visually-hidden" role="status">
        {ready ? `${ready.name} is uploaded.` : upload ? "Uploading..." : ""}
      </p>
      <FailureAlert error={failure} className="mt-3 mb-0" />
    </Modal>
  );
}
