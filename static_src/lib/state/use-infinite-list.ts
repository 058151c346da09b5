import { useEffect, useEffectEvent, useState } from "react";
import { type ListPage, requestPage } from "../../api/client";
import type { ListFilters, ListPath, RowOf } from "../../api/types";
import { keepPreviousData, useInfiniteQuery } from "./queries";
import { useListPlace } from "./use-list-place";

type Options<P extends ListPath> = {
  /** The key of the list in the cache, with which features refresh it after a browser event. */
  queryKey: readonly unknown[];
  path: P;
  /** Filters and sort of the endpoint. */
  params?: ListFilters<P>;
  pageSize: number;
  /** The first page from the server, for the params of the first render. */
  first?: ListPage<RowOf<P>> | undefined;
  enabled?: boolean;
  /** Store the number of pages in the URL as `page`; false for a list that is not the main one of its page. */
  inAddress?: boolean;
};

export type InfiniteList<T> = {
  rows: T[];
  total: number;
  /** The total is at least this. */
  capped: boolean;
  /** Nothing to show yet. */
  isLoading: boolean;
  /** The visible rows are being loaded again. */
  isRefreshing: boolean;
  /** The visible rows belong to the previous filters. */
  isStale: boolean;
  isLoadingMore: boolean;
  hasMore: boolean;
  loadMore: () => void;
  /** URL of the same list with one more page, for a real link. */
  moreHref: string | undefined;
  refetch: () => void;
  failed: boolean;
  /** The next page could not be loaded. */
  moreFailed: boolean;
  /** The request waits for the connection and is then sent automatically. */
  isPaused: boolean;
};

/** Load a list page by page with its cursor, starting with the rows that came with the page. */
export function useInfiniteList<P extends ListPath>(options: Options<P>): InfiniteList<RowOf<P>> {
  const { queryKey, path, params, pageSize, first, enabled = true, inAddress = false } = options;
  const paramsKey = JSON.stringify(params ?? {});
  const [firstKey] = useState(paramsKey);
  const query = useInfiniteQuery({
    queryKey: [...queryKey, path, params ?? {}],
    queryFn: ({ pageParam, signal }) =>
      requestPage(path, { query: params, pageSize, cursor: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last: ListPage<RowOf<P>>) => last.pagination.nextCursor,
    placeholderData: keepPreviousData,
    enabled,
    ...(first && paramsKey === firstKey ? { initialData: { pages: [first], pageParams: [null] } } : {}),
  });

  const pages = query.data?.pages ?? [];
  const pagination = pages[0]?.pagination;
  const fetchNext = useEffectEvent(() => query.fetchNextPage());
  const place = useListPlace({ enabled: inAddress, pages: pages.length, hasMore: query.hasNextPage });
  useEffect(() => {
    if (place.pageToRestore) fetchNext();
  }, [place.pageToRestore]);

  return {
    rows: pages.flatMap((page) => page.rows),
    total: pagination?.total ?? 0,
    capped: pagination?.capped ?? false,
    isLoading: query.isPending && enabled,
    isRefreshing: query.isRefetching,
    isStale: query.isPlaceholderData,
    isLoadingMore: query.isFetchingNextPage,
    hasMore: query.hasNextPage,
    loadMore: () => {
      if (!query.isFetching)
        query.fetchNextPage().then(({ data }) => place.remember(data?.pages.length ?? 1));
    },
    moreHref: place.moreHref,
    refetch: () => query.refetch(),
    failed: query.isError,
    moreFailed: query.isFetchNextPageError,
    isPaused: query.fetchStatus === "paused",
  };
}
