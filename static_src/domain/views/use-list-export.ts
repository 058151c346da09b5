import { request } from "../../api/client";
import { useDownload } from "../../lib/state/use-download";
import type { Selection } from "../bulk/use-selection";
import type { ViewParams } from "./views";

type Rows = { format: "XLSX" | "CSV"; filter: ViewParams; ids: number[] | null };

/** Download the rows of a list: those that `filter` matches, or of these only the selected ones. */
export function useListExport(list: string, progress?: string) {
  return useDownload(
    (body: Rows, idempotencyKey) =>
      request("POST", "/api/{list_name}/export", {
        path: { list_name: list },
        body: { ...body, filter: body.filter as Record<string, never> },
        idempotencyKey,
      }),
    progress,
  );
}

/** Return the selected ids; null if nothing is selected, or everything that the filter matches. */
export function selectedIds(selection: Selection | undefined): number[] | null {
  return selection && selection.count > 0 && "ids" in selection.selected ? selection.selected.ids : null;
}
