import { requestQuietly } from "../../../../api/client";
import { useQuery, useQueryClient } from "../../../../lib/state/queries";
import type { RequestProgress } from "../../types";

/** Milliseconds between two requests while the page is visible. */
const interval = 5_000;
const intervalAfterFailure = 30_000;

/** The suppliers of a request, which are loaded again while the page is visible. Without changes the response is empty. */
export function useProgress(requestId: number, first: RequestProgress | null) {
  const client = useQueryClient();
  const queryKey = ["rfxRequestProgress", requestId];
  const query = useQuery({
    queryKey,
    queryFn: async () => {
      const shown = client.getQueryData<RequestProgress>(queryKey);
      const response = await requestQuietly("/api/rfxRequest/{request_id}/rfx", {
        path: { request_id: requestId },
        query: shown ? { stamp: shown.stamp } : {},
      });
      if (response.status === 204 && shown) return shown;
      if (!response.ok) throw new Error(`status ${response.status}`);
      return (await response.json()) as RequestProgress;
    },
    ...(first ? { initialData: first } : {}),
    refetchInterval: ({ state }) => (state.status === "error" ? intervalAfterFailure : interval),
  });
  return { progress: query.data, hasFailed: query.isError, refetch: () => query.refetch() };
}
