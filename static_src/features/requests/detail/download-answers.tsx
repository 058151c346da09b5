import { useState } from "react";
import { request as send } from "../../../api/client";
import { ApiError } from "../../../api/errors";
import { saveExport } from "../../../lib/save-export";
import { toasts } from "../../../lib/toasts";
import { Button } from "../../../ui/button";

/** Download one workbook with the answers of a request's suppliers, or of some of them. Errors show a toast. */
export async function downloadAnswers(requestId: number, rfxIds?: readonly number[]): Promise<void> {
  try {
    const { id } = await send("POST", "/api/rfxRequest/{request_id}/export", {
      path: { request_id: requestId },
      body: rfxIds ? { rfxIds } : {},
    });
    await saveExport({ exportId: id, wanted: () => true });
  } catch (error) {
    // The client has shown it.
    if (!(error instanceof ApiError)) throw error;
  }
}

type Props = { requestId: number; isSealed: boolean };

/** The button that downloads the answers of all suppliers. */
export function DownloadAnswers({ requestId, isSealed }: Props) {
  const [busy, setBusy] = useState(false);
  const download = async () => {
    if (isSealed) return toasts.info("The answers are sealed until the deadline.");
    setBusy(true);
    await downloadAnswers(requestId).finally(() => setBusy(false));
  };
  return (
    <Button icon="download" onClick={download} busy={busy} busyText="Preparing...">
      Download
    </Button>
  );
}
