import { request } from "../api/client";
import { toasts } from "../lib/toasts";

type Options = {
  exportId: number;
  onProgress?: (percent: number) => void;
  /** Whether anybody still waits for the file. */
  wanted: () => boolean;
};

const lookAgain = 700;

/** Wait for a file that the worker makes, and have the browser save it. Throws ApiError. */
export async function saveExport({ exportId, onProgress, wanted }: Options): Promise<void> {
  while (wanted()) {
    const { status, progress, url } = await request("GET", "/api/export/{export_id}", {
      path: { export_id: exportId },
    });
    // The document does not say that `url` is text.
    if (status === "DONE" && url) return save(url as string);
    if (status === "FAILED") {
      toasts.error("The file could not be made. Please try again.");
      return;
    }
    onProgress?.(Math.round(progress));
    await new Promise((resolve) => setTimeout(resolve, lookAgain));
  }
}

/** The address takes the session's cookie and answers with an attachment: the page stays. */
function save(url: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = "";
  document.body.append(link);
  link.click();
  link.remove();
}
