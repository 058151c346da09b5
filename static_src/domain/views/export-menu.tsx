import { FailureAlert } from "../../ui/failure-alert";
import { Icon } from "../../ui/icon";
import { Menu, type MenuItem } from "../../ui/menu";
import type { Selection } from "../bulk/use-selection";
import { selectedIds, useListExport } from "./use-list-export";
import type { ViewParams } from "./views";

type Props = {
  list: string;
  params: ViewParams;
  /** The ticked rows of the list, which are exported instead of all. */
  selection: Selection | undefined;
};

/** A menu that downloads the rows of a list with its present filters, as a workbook or as CSV. */
export function ExportMenu({ list, params: filter, selection }: Props) {
  const { save, ...download } = useListExport(list);
  const ids = selectedIds(selection);
  return (
    <DownloadMenu
      {...download}
      label={ids ? "Export selected" : "Export"}
      items={[
        { label: "Excel (XLSX)", icon: "xlsx", onSelect: () => save({ format: "XLSX", filter, ids }) },
        { label: "CSV", icon: "csv", onSelect: () => save({ format: "CSV", filter, ids }) },
      ]}
    />
  );
}

type DownloadProps = { items: MenuItem[]; label?: string; busy: boolean; percent: number; failure: string };

/** A menu of the formats of a file that the worker makes. Its button shows the progress. */
export function DownloadMenu({ items, label = "Export", busy, percent, failure }: DownloadProps) {
  return (
    <>
      <Menu
        align="end"
        busy={busy}
        trigger={
          busy ? (
            <>
              <span className="spinner-border" aria-hidden="true" />
              Preparing{percent > 0 ? ` ${percent}%` : "..."}
            </>
          ) : (
            <>
              <Icon name="download" />
              {label}
            </>
          )
        }
        items={items}
      />
      <FailureAlert error={failure} />
    </>
  );
}
