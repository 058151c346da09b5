import {
  notifyManager,
  QueryClient,
  useInfiniteQuery as useInfiniteQueryOf,
  useMutation as useMutationOf,
  useQuery as useQueryOf,
} from "@tanstack/react-query";
import { useEffect } from "react";
import { type PageContext, usePageContext } from "../browser/page-context";

export { keepPreviousData } from "@tanstack/react-query";

// By default components are notified after a timer, so that a button would look idle for a moment after the press.
// A promise, because the server that renders the islands has no queueMicrotask.
notifyManager.setScheduler((notify) => {
  Promise.resolve().then(notify);
});

/**
 * The key of the page's query client in its page context. All islands share one client, created on first use, so that
 * pages without requests do not load the library. On the server each rendered page has a client. It is a property of the
 * context because a WeakMap freed its entries so late that a server process grew by 8 MB.
 */
const clientKey = Symbol("queries");

type WithClient = PageContext & { [clientKey]?: QueryClient };

function clientOf(page: WithClient): QueryClient {
  const existing = page[clientKey];
  if (existing) return existing;
  const client = new QueryClient({
    defaultOptions: {
      // Lists arrive with the page, so they are not stale at once.
      queries: { staleTime: 30_000, retry: false, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  });
  page[clientKey] = client;
  return client;
}

/** Return the query client of the page. While a component uses it, paused requests resume when the connection returns. */
export function useQueryClient(): QueryClient {
  const client = clientOf(usePageContext());
  useEffect(() => {
    client.mount();
    return () => client.unmount();
  }, [client]);
  return client;
}

export const useQuery = ((options: Parameters<typeof useQueryOf>[0]) =>
  useQueryOf(options, useQueryClient())) as typeof useQueryOf;

export const useInfiniteQuery = ((options: Parameters<typeof useInfiniteQueryOf>[0]) =>
  useInfiniteQueryOf(options, useQueryClient())) as typeof useInfiniteQueryOf;

export const useMutation = ((options: Parameters<typeof useMutationOf>[0]) =>
  useMutationOf(options, useQueryClient())) as typeof useMutationOf;
