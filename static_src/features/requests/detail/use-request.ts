import { request as call } from "../../../api/client";
import { useBrowserEvent } from "../../../lib/events";
import { useQuery } from "../../../lib/state/queries";
import type { RfxRequest } from "../types";

const interval = 2_000;

/** Return the current request of the page, loaded again after changes, and every 2 seconds while it is sent. */
export function useRequest(first: RfxRequest): { request: RfxRequest; reload: () => void } {
  const query = useQuery({
    queryKey: ["rfxRequest", first.id],
    queryFn: ({ signal }) =>
      call("GET", "/api/rfxRequest/{request_id}", {
        path: { request_id: first.id },
        signal,
        toast: false,
      }),
    initialData: first,
    refetchInterval: ({ state }) =>
      state.data?.state === "OPEN" && state.data.sending.waiting > 0 ? interval : false,
  });
  const reload = () => void query.refetch();
  useBrowserEvent("RFX_CHANGED", reload);
  return { request: query.data, reload };
}
