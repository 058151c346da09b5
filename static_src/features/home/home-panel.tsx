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
  /** 260 px high with a list of 200 px, or as high as it is with a list of at most 400 px. */
  height: "fixed" | "tall";
  list: InfiniteList<T>;
  empty: ReactNode;
  children: ReactNode;
};

/**
 * One panel of Home: a heading and a list that scrolls by itself. It comes with its rows; a panel that came empty and
 * is told of something new no longer says that there is nothing once asking has taken 150 ms.
 */
export function HomePanel<T>({ title, actions, height, list, empty, children }: Props<T>) {
  const none = list.rows.length === 0;
  const asking = useDebounced(none && list.isRefreshing, 150) && list.isRefreshing;
  return (
    <Card title={title} actions={actions} flush className={`home-panel home-panel-${height}`}>
      <div className="scroll-area home-scroll">
        {list.isLoading || (none && asking) ? (
          <div className="px-3">
            <Skeleton lines={6} />
          </div>
        ) : none ? (
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

/** 'N New Messages', with '10,000+' where counting stopped. */
export function counted({ total, capped }: { total: number; capped: boolean }, noun: string): string {
  const number = String(total).replace(/\B(?=(\d{3})+$)/g, ",");
  return `${number}${capped ? "+" : ""} ${noun}`;
}
