import { useEffect, useState } from "react";
import { usePageContext } from "../browser/page-context";
import { useHydrated } from "../browser/use-hydrated";
import { parseSearch, setQueryParams } from "./use-query-param";

type Options = { enabled: boolean; pages: number; hasMore: boolean };

/** A list never brings back more than this by itself. */
const mostPages = 30;
const storageKey = "assay.place";
/** So many lists are remembered: who comes back by way of another list finds each where it was left. */
const mostPlaces = 20;

type Place = { href: string; y: number };

/**
 * Where the reader is in a growing list: how many pages are open is kept in the address, and how far down in the
 * session, so that coming back shows the same place. The first page came with the page; the others are fetched.
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
        // Without storage the list is at its top on coming back.
      }
    };
    window.addEventListener("pagehide", keep);
    return () => window.removeEventListener("pagehide", keep);
  }, [enabled]);

  return {
    /** The page to fetch next on the way back to the place; 0 when it is reached. */
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
