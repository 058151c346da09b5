import { emit } from "../../../lib/events";
import { useQuery, useQueryClient } from "../../../lib/state/queries";
import { loadEvaluation } from "./evaluation-calls";
import type { Evaluation } from "./types";

/** Return the current evaluation, and a function that replaces it by the response of a save. */
export function useEvaluation(requestId: number, first?: Evaluation) {
  const client = useQueryClient();
  const queryKey = ["request-evaluation", requestId];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => loadEvaluation(requestId, signal),
    refetchOnWindowFocus: true,
    ...(first ? { initialData: first } : {}),
  });
  const update = (evaluation: Evaluation) => {
    client.setQueryData(queryKey, evaluation);
    emit("EVENT_LOG_CHANGED", {});
  };
  return { ...query, update };
}
