import { useEffect, useEffectEvent, useState } from "react";
import { type ListPage, requestPage } from "../../api/client";
import type { ListFilters, ListPath, RowOf } from "../../api/types";
import { keepPreviousData, useInfiniteQuery } from "./queries";
import { useListPlace } from "./use-list-place";

type Options<P extends ListPath> = {
  /** Names the list in the cache; features refresh it by this after a browser event. */
  queryKey: readonly unknown[];
  path: P;
  /** Filters and sort as the call takes them. */
  params?: ListFilters<P>;
  pageSize: number;
  /** The first page as the server put it into the page's props, for the params of the first render. */
  first?: ListPage<RowOf<P>> | undefined;
  enabled?: boolean;
  /** Whether the number of pages is kept in the address as `page`; false for lists beside others. */
  inAddress?: boolean;
};

export type InfiniteList<T> = {
  rows: T[];
  total: number;
  /** The total is at least this. */
  capped: boolean;
  /** Nothing to show yet. */
  isLoading: boolean;
  /** The rows that are shown are being asked for again. */
  isRefreshing: boolean;
  /** What is shown belongs to the filters before. */
  isStale: boolean;
  isLoadingMore: boolean;
  hasMore: boolean;
  loadMore: () => void;
  /** The address of the same list with one more page, for a real link. */
  moreHref: string | undefined;
  refetch: () => void;
  failed: boolean;
  /** The rows that are shown are not all, and the next ones could not be loaded. */
  moreFailed: boolean;
  /** What was asked for waits until there is a connection again; then it is fetched by itself. */
  isPaused: boolean;
};

/** A list of the API that grows by its cursor, begun with the rows that came with the page. */
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
