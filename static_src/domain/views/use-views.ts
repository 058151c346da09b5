import { request } from "../../api/client";
import { usePageContext } from "../../lib/browser/page-context";
import { useQuery, useQueryClient } from "../../lib/state/queries";
import { useSearch } from "../../lib/state/use-query-param";
import { currentView, type SavedView, type ViewedList } from "./views";

const none = { rows: [], mayShare: false };

/** The views of a list, which its row and its buttons share, and the one that the address shows. */
export function useViews({ list, views: first = none, ...filters }: ViewedList) {
  const client = useQueryClient();
  const { organisation } = usePageContext();
  const queryKey = ["savedViews", list];
  const { data: views, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await request("GET", "/api/savedView", { query: { list }, signal })) as readonly SavedView[],
    initialData: first.rows,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return {
    views,
    ...currentView(useSearch(), views, filters),
    hasStart: views.some(({ isStart }) => isStart),
    mayShare: first.mayShare,
    organisationName: organisation?.name ?? "",
    refetch,
    /** Show a saved view at once; the list of views is loaded again for its order. */
    put: (view: SavedView) => {
      const isKnown = views.some(({ id }) => id === view.id);
      client.setQueryData(
        queryKey,
        isKnown ? views.map((other) => (other.id === view.id ? view : other)) : [...views, view],
      );
      void refetch();
    },
    remove: (id: number) =>
      client.setQueryData(
        queryKey,
        views.filter((view) => view.id !== id),
      ),
  };
}
