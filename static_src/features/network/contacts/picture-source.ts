import { uploadFile } from "../../../api/upload";

const endings = ["png", "jpg", "jpeg", "heic", "bmp", "gif", "tif", "tiff", "svg", "webp", "icon", "ico"];

/** File types of a profile picture (specification, section 5, Cropper), as the `accept` attribute of an input. */
export const pictureTypes = endings.map((ending) => `.${ending}`).join(",");

export function isPicture(file: File): boolean {
  return endings.includes(file.name.split(".").pop()?.toLowerCase() ?? "");
}

/** File types that most browsers cannot render. */
const undrawable = /\.(heic|tiff?)$/i;

/** Return a URL that the browser can render. The server converts the other file types. Rejects if neither works. */
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
