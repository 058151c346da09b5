import { uploadFile } from "../../../api/upload";

const endings = ["png", "jpg", "jpeg", "heic", "bmp", "gif", "tif", "tiff", "svg", "webp", "icon", "ico"];

/** What a profile picture may be (specification, section 5, Cropper), as an input's accept. */
export const pictureTypes = endings.map((ending) => `.${ending}`).join(",");

export function isPicture(file: File): boolean {
  return endings.includes(file.name.split(".").pop()?.toLowerCase() ?? "");
}

/** What most browsers can't draw. */
const undrawable = /\.(heic|tiff?)$/i;

/**
 * An address under which the browser can draw a picture. What it can't draw by itself is converted on the server.
 * Rejects where neither can.
 */
export async function drawableUrl(file: File): Promise<string> {
  if (!undrawable.test(file.name)) {
    const url = URL.createObjectURL(file);
    if (await isDrawable(url)) return url;
    URL.revokeObjectURL(url);
  }
  const { id } = await uploadFile(file, "USERPICSOURCE", { toast: false });
  return `/files/${id}`;
}

async function isDrawable(url: string): Promise<boolean> {
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } catch {
    return false;
  }
  return image.naturalWidth > 0 && image.naturalHeight > 0;
}
