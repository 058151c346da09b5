import { useEffect, useState } from "react";
import { usePageContext } from "../browser/page-context";
import { useHydrated } from "../browser/use-hydrated";
import { parseSearch, setQueryParams } from "./use-query-param";

type Options = { enabled: boolean; pages: number; hasMore: boolean };

/** The maximum number of pages that are restored automatically. */
const maxPages = 30;
const storageKey = "assay.place";
/** The number of remembered lists, for users who go back through several of them. */
const maxPlaces = 20;

type Place = { href: string; y: number };

/**
 * Restore the position in a growing list when the user comes back. The number of loaded pages is in the address, the
 * scroll position in the session storage. The first page of rows is in the HTML; the others are requested.
 */
export function useListPlace({ enabled, pages, hasMore }: Options) {
  const { path, search } = usePageContext();
  const hydrated = useHydrated();
  const [pagesInAddress] = useState(() => (enabled ? Number(parseSearch(search).get("page")) || 1 : 1));
  const [restored, setRestored] = useState(pagesInAddress <= 1);
  const isReached = pages >= Math.min(pagesInAddress, maxPages) || !hasMore;

  useEffect(() => {
    if (restored || !isReached) return;
    setRestored(true);
    const y = isReturning() ? storedPosition(window.location.href) : null;
    if (y !== null) requestAnimationFrame(() => window.scrollTo(0, y));
  }, [restored, isReached]);

  useEffect(() => {
    if (!enabled) return;
    const storePosition = () => {
      try {
        const { href } = window.location;
        const others = storedPlaces().filter((place) => place.href !== href);
        const stored: Place[] = [{ href, y: window.scrollY }, ...others].slice(0, maxPlaces);
        sessionStorage.setItem(storageKey, JSON.stringify(stored));
      } catch {
        // Without storage the list starts at its top.
      }
    };
    window.addEventListener("pagehide", storePosition);
    return () => window.removeEventListener("pagehide", storePosition);
  }, [enabled]);

  return {
    /** The next page to request until the position is restored, then 0. */
    pageToRestore: enabled && hydrated && !restored && !isReached ? pages + 1 : 0,
    moreHref: enabled
      ? nextHref(path, hydrated ? window.location.search.slice(1) : search, pages)
      : undefined,
    remember: (count: number) => {
      if (enabled) setQueryParams({ page: count > 1 ? String(count) : null }, "replace");
    },
  };
}

function nextHref(path: string, search: string, pages: number): string {
  const others = search.split("&").filter((part) => part && !part.startsWith("page="));
  return `${path}?${[...others, `page=${pages + 1}`].join("&")}`;
}

function isReturning(): boolean {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return entry?.type === "back_forward" || entry?.type === "reload";
}

function storedPosition(href: string): number | null {
  return storedPlaces().find((place) => place.href === href)?.y ?? null;
}

function storedPlaces(): Place[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}
