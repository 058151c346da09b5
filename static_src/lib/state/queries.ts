import {
  QueryClient,
  useInfiniteQuery as useInfiniteQueryOf,
  useQuery as useQueryOf,
} from "@tanstack/react-query";
import { useEffect } from "react";
import { type PageContext, usePageContext } from "../browser/page-context";

export { keepPreviousData } from "@tanstack/react-query";

/**
 * What a page has fetched: one client for all its islands, made when the first of them asks, so that a page that fetches
 * nothing at first does not load what fetches. On the server each page has its own, for as long as it is rendered: it is
 * kept on the page's context itself, for what a weak map holds is given back so late that a server grew by 8 MB.
 */
const clientKey = Symbol("queries");

type WithClient = PageContext & { [clientKey]?: QueryClient };

function clientOf(page: WithClient): QueryClient {
  const known = page[clientKey];
  if (known) return known;
  const client = new QueryClient({
    defaultOptions: {
      // Lists arrive with the page, so nothing is fetched again at once.
      queries: { staleTime: 30_000, retry: false, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  });
  page[clientKey] = client;
  return client;
}

/** The page's client, which goes on where a connection comes back for as long as anything asks it. */
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
