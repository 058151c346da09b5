import type { ReactNode } from "react";
import { useDebounced } from "../../lib/state/use-debounced";
import type { InfiniteList } from "../../lib/state/use-infinite-list";
import { Card } from "../../ui/card";
import { LoadFailed, LoadMore } from "../../ui/load-more";
import { Skeleton } from "../../ui/skeleton";
import "./home.scss";

type Props<T> = {
  title: ReactNode;
  actions?: ReactNode;
  /** 'fixed': 260 px high with a list of 200 px. 'tall': as high as its list, which has at most 400 px. */
  height: "fixed" | "tall";
  list: InfiniteList<T>;
  empty: ReactNode;
  children: ReactNode;
};

/**
 * One panel of Home: a heading and a scrolling list. Its first rows are in the page. If an empty panel reloads after
 * an event, its empty state disappears once the request takes longer than 150 ms.
 */
export function HomePanel<T>({ title, actions, height, list, empty, children }: Props<T>) {
  const isEmpty = list.rows.length === 0;
  const showsSkeleton = useDebounced(isEmpty && list.isRefreshing, 150) && list.isRefreshing;
  return (
    <Card title={title} actions={actions} flush className={`home-panel home-panel-${height}`}>
      <div className="scroll-area home-scroll">
        {list.isLoading || (isEmpty && showsSkeleton) ? (
          <div className="px-3">
            <Skeleton lines={6} />
          </div>
        ) : isEmpty ? (
          list.failed ? (
            <LoadFailed {...list} />
          ) : (
            empty
          )
        ) : (
          <>
            {children}
            <LoadMore {...list} />
          </>
        )}
      </div>
    </Card>
  );
}
