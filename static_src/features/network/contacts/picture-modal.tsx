import { useEffect, useRef, useState } from "react";
import { request } from "../../../api/client";
import { errorText } from "../../../api/errors";
import { uploadFile } from "../../../api/upload";
import { useLoaded } from "../../../lib/browser/use-loaded";
import { useSave } from "../../../lib/state/use-save";
import { Button } from "../../../ui/button";
import { Dropzone } from "../../../ui/dropzone";
import { FailureAlert } from "../../../ui/failure-alert";
import { Modal } from "../../../ui/modal";
import { Skeleton } from "../../../ui/skeleton";
import type { UserDetails } from "../types";
import { drawableUrl, isPicture, pictureTypes } from "./picture-source";

type Props = {
  userId: number;
  show: boolean;
  onClose: () => void;
  onSaved: (user: UserDetails) => void;
};

const loadCrop = () => import("./picture-crop");
const refusal =
  "This picture can't be used. Please choose a png, jpg, heic, bmp, gif, tiff, svg, webp or ico file.";

/** Dialog for the profile picture: choose a file, cut a circle out of it, save (specification, section 2, user details). */
export function PictureModal({ userId, show, onClose, onSaved }: Props) {
  const [url, setUrl] = useState<string | null>(null);
  const [isReading, setReading] = useState(false);
  const crop = useLoaded(loadCrop, show);
  const cut = useRef<(() => Promise<File>) | null>(null);
  useEffect(() => () => release(url), [url]);
  const {
    save,
    busy: saving,
    failure,
    setFailure,
  } = useSave({
    send: async (cutOut: () => Promise<File>) => {
      const { id } = await uploadFile(await cutOut(), "USERPICLARGE", { toast: false });
      return request("PUT", "/api/user/{user_id}/image", {
        path: { user_id: userId },
        body: { attachmentId: id },
        toast: false,
      });
    },
    success: "Profile picture updated ok",
    onSaved: (saved) => {
      onSaved(saved);
      close();
    },
    failureOf: errorText,
  });

  const reset = () => {
    setUrl(null);
    setFailure("");
    cut.current = null;
  };
  const close = () => {
    reset();
    onClose();
  };
  const choose = async ([file]: File[]) => {
    if (!file) return;
    setFailure("");
    if (!isPicture(file)) return setFailure(refusal);
    setReading(true);
    try {
      setUrl(await drawableUrl(file));
    } catch (error) {
      setFailure(error instanceof Error && error.name === "ApiError" ? errorText(error) : refusal);
    } finally {
      setReading(false);
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
          {url && (
            <Button onClick={reset} disabled={saving}>
              Choose another...
            </Button>
          )}
          <Button
            variant="primary"
            onClick={() => cut.current && save(cut.current)}
            disabled={!url || !crop}
            busy={saving}
            busyText="Saving..."
          >
            Save
          </Button>
        </>
      }
    >
      {!url && (
        <Dropzone accept={pictureTypes} multiple={false} disabled={isReading} onFiles={choose}>
          {isReading ? "Reading the picture..." : "or drop a picture here"}
        </Dropzone>
      )}
      {url && !crop && <Skeleton lines={4} />}
      {url && crop && <crop.PictureCrop url={url} cut={cut} />}
      <FailureAlert error={failure} className="mt-3 mb-0" />
    </Modal>
  );
}

function release(url: string | null): void {
  if (url?.startsWith("blob:")) URL.revokeObjectURL(url);
}
