import { useState } from "react";
import { request } from "../../api/client";
import { useBrowserEvent } from "../../lib/events";
import { useQuery, useQueryClient } from "../../lib/state/queries";
import { useOfflineError } from "../../ui/offline-alert";
import type { Thread } from "./threads";

export type LoadedThread = {
  thread: Thread | undefined;
  failed: boolean;
  /** Change what is shown, as the server has just done. */
  change: (changes: (thread: Thread) => Thread) => void;
  refetch: () => void;
  /** Bring the messages that were left out of a long thread. */
  loadOlder: () => void;
  isLoadingOlder: boolean;
  /** What is to be said where no answer came for them. */
  olderOfflineError: string;
};

/** A thread, begun with the one that came with the page; it follows MESSAGES_CHANGED. */
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
        // Where there is nothing to show yet, that place says so.
        toast: () => client.getQueryData(key) !== undefined,
      }),
    ...(first ? { initialData: first } : {}),
  });
  const refetch = () => {
    query.refetch();
  };
  useBrowserEvent("MESSAGES_CHANGED", refetch);
  const [isLoadingOlder, setLoadingOlder] = useState(false);
  const [olderOfflineError, setOlderOfflineError] = useOfflineError();
  const loadOlder = async () => {
    setLoadingOlder(true);
    setOlderOfflineError(null);
    try {
      const whole = await request("GET", "/api/messageThread/{thread_id}", {
        path: { thread_id: threadId },
        query: { from: 1 },
      });
      client.setQueryData<Thread>(key, whole);
      setFrom(1);
    } catch (error) {
      // A refusal has been told by the client; the button stays.
      setOlderOfflineError(error);
    } finally {
      setLoadingOlder(false);
    }
  };
  return {
    thread: query.data,
    failed: query.isError,
    change: (changes) => client.setQueryData<Thread>(key, (now) => now && changes(now)),
    refetch,
    loadOlder,
    isLoadingOlder,
    olderOfflineError,
  };
}
