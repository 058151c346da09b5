import { errorText, isOffline } from "../../../../api/errors";
import type { AnswerSaving } from "../../../../domain/saving/answer-saving";
import { saveExport } from "../../../../lib/save-export";
import { toasts } from "../../../../lib/toasts";
import { type ExportFormat, startExport } from "./move-calls";

type Options = {
  rfxId: number;
  format: ExportFormat;
  saving: AnswerSaving;
  onProgress: (percent: number) => void;
  /** Return False when the export is no longer needed. */
  wanted: () => boolean;
};

/**
 * Let the worker export the answers, then save the file. The menu has no place for an error, so that offline errors
 * are shown in a toast, too. Throws ApiError.
 */
export async function downloadExport({ rfxId, format, saving, onProgress, wanted }: Options): Promise<void> {
  try {
    // The workbook contains the stored answers, and the versions that they are compared with later.
    await saving.flush();
    const { id } = await startExport(rfxId, format);
    await saveExport({ exportId: id, onProgress, wanted });
  } catch (error) {
    if (isOffline(error)) toasts.error(errorText(error));
    throw error;
  }
}
