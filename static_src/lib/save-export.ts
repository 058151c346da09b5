import { request } from "../api/client";
import { toasts } from "./toasts";

type Options = {
  exportId: number;
  onProgress?: (percent: number) => void;
  /** Return false to stop waiting. */
  wanted: () => boolean;
};

const pollInterval = 700;

/** Wait until the worker has created an export, then download it. A failed export shows a toast. Throws ApiError. */
export async function saveExport({ exportId, onProgress, wanted }: Options): Promise<void> {
  while (wanted()) {
    const { status, progress, url } = await request("GET", "/api/export/{export_id}", {
      path: { export_id: exportId },
    });
    // The API document has no type for `url`.
    if (status === "DONE" && url) return save(url as string);
    if (status === "FAILED") {
      toasts.error("The file could not be made. Please try again.");
      return;
    }
    onProgress?.(Math.round(progress));
    await new Promise((resolve) => setTimeout(resolve, pollInterval));
  }
}

/** Download a URL. The session cookie authorises it, and the page stays because the response is an attachment. */
function save(url: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = "";
  document.body.append(link);
  link.click();
  link.remove();
}
