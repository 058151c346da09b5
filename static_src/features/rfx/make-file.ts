import { saveExport } from "../../lib/save-export";
import { type ExportFormat, startExport } from "./move-calls";

type Options = {
  rfxId: number;
  format: ExportFormat;
  onProgress: (percent: number) => void;
  /** Whether anybody still waits for the file. */
  wanted: () => boolean;
};

/** Have the worker make a file of the answers, and the browser save it. Throws ApiError. */
export async function makeFile({ rfxId, format, onProgress, wanted }: Options): Promise<void> {
  const { id } = await startExport(rfxId, format);
  await saveExport({ exportId: id, onProgress, wanted });
}
