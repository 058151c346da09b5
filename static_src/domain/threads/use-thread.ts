import { useState } from "react";
import { request } from "../../api/client";
import { useBrowserEvent } from "../../lib/events";
import { useQuery, useQueryClient } from "../../lib/state/queries";
import { useSave } from "../../lib/state/use-save";
import type { Thread } from "./threads";

export type LoadedThread = {
  thread: Thread | undefined;
  failed: boolean;
  /** Apply a change that the server has just made. */
  change: (changes: (thread: Thread) => Thread) => void;
  refetch: () => void;
  /** Load the older messages, which the first response of a long thread omits. */
  loadOlder: () => void;
  isLoadingOlder: boolean;
  /** The failure of loading older messages; empty if there is none. */
  olderOfflineError: string;
};

/** Return a thread, initially `first` from the page. It is loaded again after MESSAGES_CHANGED. */
export function useThread(threadId: number, first?: Thread): LoadedThread {
  const client = useQueryClient();
  const [from, setFrom] = useState(first?.olderCount === 0 ? null : (first?.messages[0]?.id ?? null));
  const key = ["thread", threadId];
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      request("GET", "/api/messageThread/{thread_id}", {
        path: { thread_id: threadId },
        query: { from },
        signal,
        // Without a thread, the component shows the error itself.
        toast: () => client.getQueryData(key) !== undefined,
      }),
    ...(first ? { initialData: first } : {}),
  });
  const refetch = () => {
    query.refetch();
  };
  useBrowserEvent("MESSAGES_CHANGED", refetch);
  const older = useSave({
    send: () =>
      request("GET", "/api/messageThread/{thread_id}", {
        path: { thread_id: threadId },
        query: { from: 1 },
      }),
    onSaved: (thread) => {
      client.setQueryData<Thread>(key, thread);
      setFrom(1);
    },
  });
  return {
    thread: query.data,
    failed: query.isError,
    change: (changes) => client.setQueryData<Thread>(key, (thread) => thread && changes(thread)),
    refetch,
    loadOlder: () => {
      older.save();
    },
    isLoadingOlder: older.busy,
    olderOfflineError: older.failure,
  };
}
