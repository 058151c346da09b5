import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { stopsIn } from "../lib/browser/focus-stops";
import { formatListCount } from "../lib/text/numbers";
import { Button, ButtonLink } from "./button";
import { EmptyState } from "./empty-state";

/** The paging state of a list, as `useInfiniteList` returns it. */
export type MoreOfList = {
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
  /** The address of the list with one more page, for lists whose pages are in the address. */
  moreHref?: string | undefined;
  /** True if the last request failed; `refetch` repeats it. */
  failed?: boolean;
  refetch?: () => void;
  /** True if the request for the next page failed. */
  moreFailed?: boolean;
  /** True while a request waits for the connection to return. */
  isPaused?: boolean;
};

/** Alert above the rows of an earlier request, while the current request waits for the connection. */
export function NoConnection() {
  return (
    <p className="list-note" role="alert">
      You're offline. This list updates when you're back online.
    </p>
  );
}

type LoadFailedProps = {
  /** The failure, as a sentence. */
  title?: string;
  refetch?: (() => unknown) | undefined;
};

/** Replaces content whose request failed. An empty state would claim that there are no rows. */
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
 * A button that loads the next page, and does so automatically when the user scrolls near it. After a failure, and while
 * it has the focus, it only reacts to clicks, because it would still be near and load page after page.
 */
export function LoadMore({ hasMore, isLoadingMore, loadMore, moreHref, moreFailed }: MoreOfList) {
  const root = useRef<HTMLDivElement>(null);
  const focusHandlers = useFocusKept(root, isLoadingMore);
  const load = useEffectEvent(loadMore);
  const isIdle = hasMore && !isLoadingMore && !moreFailed;
  useEffect(() => {
    const element = root.current;
    if (!element || !isIdle) return;
    const hasFocus = () => element.contains(document.activeElement);
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && !hasFocus() && load(), {
      // One screen ahead, so that the rows are loaded before the user reaches the end.
      rootMargin: "100% 0px",
    });
    // Wait for the first scroll: a short first page must not load the second.
    const start = () => observer.observe(element);
    if (scrolled) start();
    else window.addEventListener("scroll", start, firstScroll);
    return () => {
      observer.disconnect();
      window.removeEventListener("scroll", start, firstScroll);
    };
  }, [isIdle]);

  if (!hasMore) return null;
  return (
    <div className="load-more" ref={root} {...focusHandlers}>
      {moreFailed && !isLoadingMore && <span role="alert">The rest could not be loaded.</span>}
      {moreHref && isIdle ? (
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
 * Keep the focus of the button. Loading replaces the button and the new rows push it out of sight, so the focus moves to
 * the replacement and then to the first new row. Returns the handlers for the element around the button.
 */
function useFocusKept(root: RefObject<HTMLElement | null>, isLoading: boolean) {
  const position = useRef<{ list: HTMLElement | null; stops: number } | null>(null);
  const remember = () => {
    const list = root.current?.parentElement ?? null;
    // The last stop is the button itself.
    position.current = { list, stops: stopsIn(list).length - 1 };
  };
  const release = () => {
    position.current = null;
  };
  const wasLoading = useRef(isLoading);
  useEffect(() => {
    const ended = wasLoading.current && !isLoading;
    wasLoading.current = isLoading;
    if (!position.current) return;
    const { list, stops } = position.current;
    if (isLoading) remember();
    if (!ended && document.activeElement !== document.body) return;
    // Without new rows this is the button again.
    const next = isLoading ? stopsIn(root.current)[0] : stopsIn(list)[stops];
    if (!stopsIn(root.current)[0]) release();
    (next ?? document.getElementById("content"))?.focus({ preventScroll: true });
  });
  return { onFocus: remember, onBlur: release };
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

/** The number of results: "43 organisations", or "10,000+" if counting stopped. Screen readers announce changes. */
export function ResultCount({
  total,
  capped = false,
  failed = false,
  noun,
}: {
  total: number;
  capped?: boolean;
  /** The list could not be loaded: show no number. */
  failed?: boolean;
  /** Singular and plural. */
  noun: readonly [string, string];
}) {
  return (
    <span className="result-count num" role="status">
      {failed && total === 0 ? null : formatListCount({ total, capped }, noun)}
    </span>
  );
}
