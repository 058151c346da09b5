import { useEffect, useRef, useState } from "react";
import { fetchModule } from "../../../../lib/browser/fetch-module";
import { showLoadError } from "../../../../lib/toasts";
import { Icon } from "../../../../ui/icon";
import { Menu } from "../../../../ui/menu";
import type { Workbook } from "../../workbook/use-workbook";
import type { OpenRfx } from "../open-rfx";
import type { ExportFormat } from "./move-calls";

const formats = [
  { format: "xlsx", label: "Excel workbook (xlsx)", icon: "xlsx" },
  { format: "csv", label: "Plain table (csv)", icon: "csv" },
  { format: "pdf", label: "Document (pdf)", icon: "pdf" },
] as const;

/**
 * Menu that exports the answers: the worker builds the file, the button shows its progress, the browser saves it. For
 * viewers who answer it has the workbook to fill in, and reads it.
 */
export function DownloadMenu({ open, workbook }: { open: OpenRfx; workbook: Workbook }) {
  const { rfx, answering } = open;
  const [exporting, setExporting] = useState<{ format: ExportFormat; progress: number } | null>(null);
  const mounted = useRef(true);
  useEffect(
    () => () => {
      mounted.current = false;
    },
    [],
  );

  const make = async (format: ExportFormat) => {
    setExporting({ format, progress: 0 });
    try {
      const module = await fetchModule(() => import("./make-file")).catch(showLoadError);
      await module?.downloadExport({
        rfxId: rfx.id,
        format,
        saving: answering.saving,
        onProgress: (progress) => setExporting({ format, progress }),
        wanted: () => mounted.current,
      });
    } catch {
      // `makeFile` and the request have already shown the error.
    } finally {
      setExporting(null);
    }
  };
  const { read } = workbook;
  if (!rfx.actions.download && !read) return null;
  return (
    <>
      <Menu
        align="end"
        busy={exporting !== null}
        triggerClass="btn btn-default download-menu"
        trigger={
          exporting ? (
            <>
              <span className="spinner-border" aria-hidden="true" />
              <span className="num">
                Preparing {exporting.format}... {exporting.progress > 0 && `${exporting.progress}%`}
              </span>
            </>
          ) : (
            <>
              <Icon name="download" />
              Download
            </>
          )
        }
        items={[
          ...(rfx.actions.download ? formats : []).map(({ format, label, icon }) => ({
            label,
            icon,
            onSelect: () => make(format),
          })),
          read && { label: "Workbook to fill in", icon: "xlsx", onSelect: () => make("workbook") },
          read && { label: "Read a filled workbook...", icon: "upload", onSelect: read },
        ]}
      />
      <span className="visually-hidden" role="status">
        {exporting ? `Preparing ${exporting.format}` : ""}
      </span>
    </>
  );
}
