import { errorText, isOffline } from "../../../../api/errors";
import { saveExport } from "../../../../domain/save-export";
import { toasts } from "../../../../lib/toasts";
import { type ExportFormat, startExport } from "./move-calls";

type Options = {
  rfxId: number;
  format: ExportFormat;
  onProgress: (percent: number) => void;
  /** Whether anybody still waits for the file. */
  wanted: () => boolean;
};

/**
 * Have the worker make a file of the answers, and the browser save it. The menu has no place for what goes wrong, so
 * toasts tell that there is no connection, too. Throws ApiError.
 */
export async function makeFile({ rfxId, format, onProgress, wanted }: Options): Promise<void> {
  try {
    const { id } = await startExport(rfxId, format);
    await saveExport({ exportId: id, onProgress, wanted });
  } catch (error) {
    if (isOffline(error)) toasts.error(errorText(error));
    throw error;
  }
}
