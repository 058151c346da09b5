import type { BulkBarAction } from "../bulk/bulk-bar";
import type { Selection } from "../bulk/use-selection";
import { selectedIds, useListExport } from "./use-list-export";
import { paramsOf, type ViewedList } from "./views";

/** The list of the selected rows, and its filters. */
export type ExportedList = Pick<ViewedList, "list" | "defaults" | "repeated">;

/** Return the entries of the bar that download the selected rows of a list. */
export function useExportActions(exported: ExportedList, selection: Selection): BulkBarAction[] {
  const { save } = useListExport(exported.list, "Preparing the file...");
  const download = (format: "XLSX" | "CSV") => () =>
    save({ format, filter: paramsOf(window.location.search, exported), ids: selectedIds(selection) });
  return [
    { label: "Export (XLSX)", icon: "xlsx", onSelect: download("XLSX"), inMenu: true },
    { label: "Export (CSV)", icon: "csv", onSelect: download("CSV"), inMenu: true },
  ];
}
