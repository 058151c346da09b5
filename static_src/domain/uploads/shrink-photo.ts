/** The longest edge of an uploaded photo, pixels. */
const maxEdge = 2_560;
const quality = 0.85;
/** The types that browsers decode, apart from PNG, which may be a drawing with fine lines. */
const photoTypes = new Set(["image/jpeg", "image/webp", "image/heic", "image/heif"]);

/** Return the size of a picture that is scaled down to `maxEdge`; smaller ones keep their size. */
export function fittedSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, maxEdge / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * Return a photo as a JPEG of at most `maxEdge` pixels, without the place and the device that cameras write into it. Other
 * files, and photos that the browser cannot decode, are returned unchanged.
 */
export async function shrinkPhoto(file: File): Promise<File> {
  const isPhoto = photoTypes.has(file.type);
  if (!isPhoto && file.type !== "image/png") return file;
  let picture: ImageBitmap;
  try {
    picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    return file;
  }
  const { width, height } = fittedSize(picture.width, picture.height);
  if (!isPhoto && width === picture.width) return file;
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  canvas.getContext("2d")?.drawImage(picture, 0, 0, width, height);
  picture.close();
  const content = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
  if (!content) return file;
  return new File([content], `${file.name.replace(/\.[^.]*$/, "")}.jpg`, { type: "image/jpeg" });
}
