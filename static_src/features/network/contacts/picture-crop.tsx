import { type RefObject, useEffect, useRef, useState } from "react";
import ReactCrop, { centerCrop, makeAspectCrop, type PercentCrop } from "react-image-crop";
import "./picture.scss";

/** Aspect ratio 1:1, round, PNG, quality 92, at least 20 pixels (specification, section 9, Cropper). */
const aspect = 1;
const minCrop = 20;
const type = "image/png";
const quality = 0.92;
/** Edge of the uploaded picture in pixels: twice the largest size on screens. */
const maxEdge = 640;

type Props = {
  url: string;
  /** Set to a function that returns the cropped square as a file. */
  cut: RefObject<(() => Promise<File>) | null>;
};

const handles = {
  cropArea: "Use the arrow keys to move the picture's section",
  nwDragHandle: "Use the arrow keys to move the upper left corner",
  nDragHandle: "Use the arrow keys to move the upper edge",
  neDragHandle: "Use the arrow keys to move the upper right corner",
  eDragHandle: "Use the arrow keys to move the right edge",
  seDragHandle: "Use the arrow keys to move the lower right corner",
  sDragHandle: "Use the arrow keys to move the lower edge",
  swDragHandle: "Use the arrow keys to move the lower left corner",
  wDragHandle: "Use the arrow keys to move the left edge",
};

/**
 * A picture with a circle that the user moves and resizes by pointer or keyboard. Loaded after a picture was
 * selected.
 */
export function PictureCrop({ url, cut }: Props) {
  const image = useRef<HTMLImageElement>(null);
  const [crop, setCrop] = useState<PercentCrop>();
  useEffect(() => {
    cut.current = async () => {
      if (!image.current || !crop) throw new Error("There is no picture yet.");
      return cutOut(image.current, crop);
    };
  }, [cut, crop]);
  return (
    <>
      <p className="text-secondary">Drag the circle to choose the visible area.</p>
      <div className="picture-crop">
        <ReactCrop
          {...(crop ? { crop } : {})}
          onChange={(_pixels, percent) => setCrop(percent)}
          aspect={aspect}
          minWidth={minCrop}
          minHeight={minCrop}
          circularCrop
          keepSelection
          ariaLabels={handles}
        >
          <img
            ref={image}
            src={url}
            alt="The chosen one"
            onLoad={({ currentTarget: { width, height } }) => setCrop(firstCrop(width, height))}
          />
        </ReactCrop>
      </div>
    </>
  );
}

/** Return the initial crop: centred, 90 % of the largest circle that fits. */
function firstCrop(width: number, height: number): PercentCrop {
  const share = 90 * Math.min(1, height / width);
  return centerCrop(makeAspectCrop({ unit: "%", width: share }, aspect, width, height), width, height);
}

function cutOut(image: HTMLImageElement, crop: PercentCrop): Promise<File> {
  const width = (image.naturalWidth * crop.width) / 100;
  const height = (image.naturalHeight * crop.height) / 100;
  const edge = Math.max(1, Math.min(maxEdge, Math.round(width)));
  const canvas = document.createElement("canvas");
  canvas.width = edge;
  canvas.height = edge;
  const left = (image.naturalWidth * crop.x) / 100;
  const top = (image.naturalHeight * crop.y) / 100;
  canvas.getContext("2d")?.drawImage(image, left, top, width, height, 0, 0, edge, edge);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) =>
        blob
          ? resolve(new File([blob], "picture.png", { type }))
          : reject(new Error("This picture can't be cut.")),
      type,
      quality,
    );
  });
}
