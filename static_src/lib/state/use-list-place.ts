import { useEffect, useState } from "react";
import { usePageContext } from "../browser/page-context";
import { useHydrated } from "../browser/use-hydrated";
import { parseSearch, setQueryParams } from "./use-query-param";

type Options = { enabled: boolean; pages: number; hasMore: boolean };

/** The maximum number of pages that are restored automatically. */
const mostPages = 30;
const storageKey = "assay.place";
/** The number of remembered lists, for users who go back through several of them. */
const mostPlaces = 20;

type Place = { href: string; y: number };

/**
 * Restore the position in a growing list when the user comes back. The number of loaded pages is in the address, the
 * scroll position in the session storage. The first page of rows is in the HTML; the others are requested.
 */
export function useListPlace({ enabled, pages, hasMore }: Options) {
  const { path, search } = usePageContext();
  const hydrated = useHydrated();
  const [wanted] = useState(() => (enabled ? Number(parseSearch(search).get("page")) || 1 : 1));
  const [restored, setRestored] = useState(wanted <= 1);
  const reached = pages >= Math.min(wanted, mostPages) || !hasMore;

  useEffect(() => {
    if (restored || !reached) return;
    setRestored(true);
    const y = cameBack() ? placeOf(window.location.href) : null;
    if (y !== null) requestAnimationFrame(() => window.scrollTo(0, y));
  }, [restored, reached]);

  useEffect(() => {
    if (!enabled) return;
    const keep = () => {
      try {
        const { href } = window.location;
        const others = places().filter((place) => place.href !== href);
        const kept: Place[] = [{ href, y: window.scrollY }, ...others].slice(0, mostPlaces);
        sessionStorage.setItem(storageKey, JSON.stringify(kept));
      } catch {
        // Without storage the list starts at its top.
      }
    };
    window.addEventListener("pagehide", keep);
    return () => window.removeEventListener("pagehide", keep);
  }, [enabled]);

  return {
    /** The next page to request until the position is restored, then 0. */
    pageToRestore: enabled && hydrated && !restored && !reached ? pages + 1 : 0,
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

function cameBack(): boolean {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return entry?.type === "back_forward" || entry?.type === "reload";
}

function placeOf(href: string): number | null {
  return places().find((place) => place.href === href)?.y ?? null;
}

function places(): Place[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}
