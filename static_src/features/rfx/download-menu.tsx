import { useEffect, useRef, useState } from "react";
import { toasts } from "../../lib/toasts";
import { Icon } from "../../ui/icon";
import { Menu } from "../../ui/menu";
import { type ExportFormat, exportState, startExport } from "./rfx-calls";

const formats = [
  { format: "xlsx", label: "Excel workbook (xlsx)", icon: "xlsx" },
  { format: "csv", label: "Plain table (csv)", icon: "csv" },
  { format: "pdf", label: "Document (pdf)", icon: "pdf" },
] as const;

const lookAgain = 700;

/** The answers as a file: made by the worker, with its progress shown, then saved by the browser. */
export function DownloadMenu({ rfxId }: { rfxId: number }) {
  const [making, setMaking] = useState<{ format: ExportFormat; progress: number } | null>(null);
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);

  const make = async (format: ExportFormat) => {
    setMaking({ format, progress: 0 });
    try {
      const { id } = await startExport(rfxId, format);
      const url = await whenDone(id, (progress) => setMaking({ format, progress }), mounted);
      if (url) save(url);
    } catch {
      // What went wrong has been said by the client.
    } finally {
      setMaking(null);
    }
  };
  return (
    <>
      <Menu
        align="end"
        disabled={making !== null}
        triggerClass="btn btn-default download-menu"
        trigger={
          making ? (
            <>
              <span className="spinner-border" aria-hidden="true" />
              <span className="num">
                Preparing {making.format}... {making.progress > 0 && `${making.progress}%`}
              </span>
            </>
          ) : (
            <>
              <Icon name="download" />
              Download
            </>
          )
        }
        items={formats.map(({ format, label, icon }) => ({ label, icon, onSelect: () => make(format) }))}
      />
      <span className="visually-hidden" role="status">
        {making ? `Preparing ${making.format}` : ""}
      </span>
    </>
  );
}

/** Look until the file is made; null when that fails, which is told here, or nobody waits any more. */
async function whenDone(
  exportId: number,
  onProgress: (percent: number) => void,
  mounted: { current: boolean },
): Promise<string | null> {
  while (mounted.current) {
    const { status, progress, url } = await exportState(exportId);
    if (status === "DONE") return url;
    if (status === "FAILED") {
      toasts.error("The file could not be made. Please try again.");
      return null;
    }
    onProgress(Math.round(progress));
    await new Promise((resolve) => setTimeout(resolve, lookAgain));
  }
  return null;
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
