import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { stopsIn } from "../lib/browser/focus-stops";
import { Button, ButtonLink } from "./button";
import { EmptyState } from "./empty-state";

/** What a list that grows tells of its rest: what `useInfiniteList` gives. */
export type MoreOfList = {
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
  /** The address of the list with one more page, where it has one. */
  moreHref?: string | undefined;
  /** Whether the last call failed, and how to make it again. */
  failed?: boolean;
  refetch?: () => void;
  /** Whether the rest could not be loaded. */
  moreFailed?: boolean;
  /** Whether what was asked for waits until there is a connection again. */
  isPaused?: boolean;
};

/** Above what a list showed before the connection went: it is not the answer to what was asked since. */
export function NoConnection() {
  return (
    <p className="list-note" role="alert">
      There is no connection. This list follows when it is back.
    </p>
  );
}

type LoadFailedProps = {
  /** What is missing, as a sentence. */
  title?: string;
  refetch?: (() => unknown) | undefined;
};

/** In the place of what could not be loaded: never the words for a list that is empty. */
export function LoadFailed({ title = "This list could not be loaded.", refetch }: LoadFailedProps) {
  return (
    <div role="alert">
      <EmptyState
        icon="error"
        title={title}
        action={refetch && <Button onClick={refetch}>Try again</Button>}
      />
    </div>
  );
}

/**
 * The end of a growing list: a link that can be used, and that uses itself when it is scrolled near; after a failure,
 * and while it has the focus, only when it is asked to, for it is still near.
 */
export function LoadMore({ hasMore, isLoadingMore, loadMore, moreHref, moreFailed }: MoreOfList) {
  const place = useRef<HTMLDivElement>(null);
  const keepsFocus = useFocusKept(place, isLoadingMore);
  const wanted = useEffectEvent(loadMore);
  const waits = hasMore && !isLoadingMore && !moreFailed;
  useEffect(() => {
    const element = place.current;
    if (!element || !waits) return;
    const hasFocus = () => element.contains(document.activeElement);
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && !hasFocus() && wanted(), {
      // A screen ahead, so that the rows are there before the end of the list is.
      rootMargin: "100% 0px",
    });
    // A list grows when somebody scrolls, not because its first page is short.
    const start = () => observer.observe(element);
    if (scrolled) start();
    else window.addEventListener("scroll", start, firstScroll);
    return () => {
      observer.disconnect();
      window.removeEventListener("scroll", start, firstScroll);
    };
  }, [waits]);

  if (!hasMore) return null;
  return (
    <div className="load-more" ref={place} {...keepsFocus}>
      {moreFailed && !isLoadingMore && <span role="alert">The rest could not be loaded.</span>}
      {moreHref && waits ? (
        <ButtonLink
          variant="quiet"
          href={moreHref}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            loadMore();
          }}
        >
          Load more
        </ButtonLink>
      ) : (
        <Button variant="quiet" onClick={loadMore} busy={isLoadingMore} busyText="Loading...">
          {moreFailed ? "Try again" : "Load more"}
        </Button>
      )}
    </div>
  );
}

/**
 * The control becomes another one while it loads, and what comes pushes it out of sight: the focus that it had goes over
 * to that control, and in the end to the first row that came.
 */
function useFocusKept(place: RefObject<HTMLElement | null>, isLoading: boolean) {
  const held = useRef<{ list: HTMLElement | null; stops: number } | null>(null);
  const hold = () => {
    const list = place.current?.parentElement ?? null;
    // The last one is the control itself.
    held.current = { list, stops: stopsIn(list).length - 1 };
  };
  const release = () => {
    held.current = null;
  };
  const wasLoading = useRef(isLoading);
  useEffect(() => {
    const ended = wasLoading.current && !isLoading;
    wasLoading.current = isLoading;
    if (!held.current) return;
    const { list, stops } = held.current;
    if (isLoading) hold();
    if (!ended && document.activeElement !== document.body) return;
    // Where nothing came, that is the control again.
    const next = isLoading ? stopsIn(place.current)[0] : stopsIn(list)[stops];
    if (!stopsIn(place.current)[0]) release();
    (next ?? document.getElementById("content"))?.focus({ preventScroll: true });
  });
  return { onFocus: hold, onBlur: release };
}

const firstScroll = { capture: true, once: true, passive: true };
let scrolled = false;
if (typeof window !== "undefined") {
  window.addEventListener(
    "scroll",
    () => {
      scrolled = true;
    },
    firstScroll,
  );
}

/** "43 organisations", and "10,000+" where counting stopped; read out when it changes. */
export function ResultCount({
  total,
  capped = false,
  failed = false,
  noun,
}: {
  total: number;
  capped?: boolean;
  /** Nothing is counted where the list could not be loaded. */
  failed?: boolean;
  /** One, and several. */
  noun: readonly [string, string];
}) {
  const number = String(total).replace(/\B(?=(\d{3})+$)/g, ",");
  return (
    <span className="result-count num" role="status">
      {failed && total === 0
        ? null
        : `${number}${capped ? "+" : ""} ${total === 1 && !capped ? noun[0] : noun[1]}`}
    </span>
  );
}
