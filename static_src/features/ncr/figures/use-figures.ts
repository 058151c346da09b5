import { useBrowserEvent } from "../../../lib/events";
import { useQuery } from "../../../lib/state/queries";
import type { Figure } from "../types";

/** The non-conformances that figures count. */
export type FigureFilters = Pick<Figure, "party" | "eventFrom" | "eventTo">;

/**
 * The figures `name`, which load again when the filters or a non-conformance change. Without `first` they load after the
 * page.
 */
export function useFigures<T extends object>(
  name: string,
  filters: FigureFilters,
  load: (signal: AbortSignal) => Promise<T>,
  first?: T,
) {
  const query = useQuery({
    queryKey: ["ncrFigures", name, filters],
    queryFn: ({ signal }) => load(signal),
    placeholderData: (previous) => previous,
    ...(first ? { initialData: first } : {}),
  });
  useBrowserEvent("NON_CONFORMANCE_CHANGED", () => query.refetch());
  return query;
}
