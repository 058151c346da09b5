import { request } from "../../api/client";
import type { ApiResponse } from "../../api/types";
import { keepPreviousData, useQuery } from "../../lib/state/queries";
import { useDebounced } from "../../lib/state/use-debounced";
import type { Draft } from "./draft";
import { hasGroups, recipientsOf } from "./request-draft";

export type Preview = ApiResponse<"RecipientPreview">;

/** Count the recipients on the server, if a group of them or a pasted list is chosen. */
export function usePreview(draft: Draft, requestId: number | null = null) {
  const isNeeded = draft.type !== "MESSAGE" && (hasGroups(draft) || requestId !== null);
  const key = useDebounced(JSON.stringify(recipientsOf(draft)), 400);
  const query = useQuery({
    queryKey: ["recipientPreview", requestId, key],
    queryFn: ({ signal }) =>
      request("POST", "/api/rfxRequest/preview", {
        body: { recipients: JSON.parse(key), requestId },
        signal,
        toast: false,
      }),
    enabled: isNeeded,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return { preview: isNeeded ? query.data : undefined, failed: isNeeded && query.isError };
}
