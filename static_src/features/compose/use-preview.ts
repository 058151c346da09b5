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
  return useCount(draft, requestId, [], isNeeded);
}

/** Return how many of the recipients have submitted one of the documents before. */
export function useWithAnswers(draft: Draft): number {
  const forms = draft.documents.map(({ value }) => value);
  const hasRecipients = draft.organisations.length > 0 || draft.guests.length > 0 || hasGroups(draft);
  const isNeeded = draft.type !== "MESSAGE" && forms.length > 0 && hasRecipients;
  return useCount(draft, null, forms, isNeeded).preview?.withAnswers ?? 0;
}

function useCount(draft: Draft, requestId: number | null, docFormIds: readonly number[], isNeeded: boolean) {
  const key = useDebounced(JSON.stringify({ recipients: recipientsOf(draft), docFormIds }), 400);
  const query = useQuery({
    queryKey: ["recipientPreview", requestId, key],
    queryFn: ({ signal }) =>
      request("POST", "/api/rfxRequest/preview", {
        body: { ...JSON.parse(key), requestId },
        signal,
        toast: false,
      }),
    enabled: isNeeded,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return { preview: isNeeded ? query.data : undefined, failed: isNeeded && query.isError };
}
