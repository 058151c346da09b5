import { toasts } from "../../lib/toasts";
import { type ExportFormat, exportState, startExport } from "./rfx-calls";

type Options = {
  rfxId: number;
  format: ExportFormat;
  onProgress: (percent: number) => void;
  /** Whether anybody still waits for the file. */
  wanted: () => boolean;
};

const lookAgain = 700;

/** Have the worker make a file of the answers, and the browser save it. Throws ApiError. */
export async function makeFile({ rfxId, format, onProgress, wanted }: Options): Promise<void> {
  const { id } = await startExport(rfxId, format);
  while (wanted()) {
    const { status, progress, url } = await exportState(id);
    if (status === "DONE" && url) return save(url);
    if (status === "FAILED") return toasts.error("The file could not be made. Please try again.");
    onProgress(Math.round(progress));
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
