import { useCallback, useMemo, useSyncExternalStore } from "react";
import { usePageContext } from "../browser/page-context";

/**
 * The event after a change of the address. Filters and tabs are state in the address, so that back, forward, reload and a
 * copied link show the same content. On the server and during hydration the address is that of the request.
 */
const changed = "assay:address";

function subscribe(onChange: () => void): () => void {
  window.addEventListener("popstate", onChange);
  window.addEventListener(changed, onChange);
  return () => {
    window.removeEventListener("popstate", onChange);
    window.removeEventListener(changed, onChange);
  };
}

/** Return the query string of the address, without the question mark. */
export function useSearch(): string {
  const { search } = usePageContext();
  return useSyncExternalStore(
    subscribe,
    () => window.location.search.replace(/^\?/, ""),
    () => search,
  );
}

/** Parse a query string into the first value of each parameter. (The engine of the server has no URLSearchParams.) */
export function parseSearch(search: string): Map<string, string> {
  const params = new Map<string, string>();
  for (const part of search.split("&")) {
    const [name, ...rest] = part.split("=").map(decodePart);
    if (name && !params.has(name)) params.set(name, rest.join("="));
  }
  return params;
}

/** Return all values of a repeated parameter, without empty ones. */
export function parseList(search: string, name: string): string[] {
  return search
    .split("&")
    .filter((part) => decodePart(part.split("=")[0] ?? "") === name && part.includes("="))
    .map((part) => decodePart(part.slice(part.indexOf("=") + 1)))
    .filter(Boolean);
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

let last = { names: "", at: 0 };

/** Return true for a write of the same names within a second, so that typing adds one history entry, not one a letter. */
function isContinuation(names: string): boolean {
  const at = Date.now();
  const continued = last.names === names && at - last.at < 1000;
  last = { names, at };
  return continued;
}

export type AddressMode = "push" | "replace";

type ParamValue = string | readonly string[] | null;

/** Set several parameters at once. Null, "" or an empty list removes a parameter, a list repeats it. */
export function setQueryParams(values: Record<string, ParamValue>, mode: AddressMode = "push"): void {
  write(new URLSearchParams(window.location.search), values, mode);
}

/** Set these parameters and drop all others, such as the filters of another tab. */
export function replaceQuery(values: Record<string, string>): void {
  write(new URLSearchParams(), values, "push");
}

function write(params: URLSearchParams, values: Record<string, ParamValue>, mode: AddressMode): void {
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === "string" && value) {
      params.set(name, value);
      continue;
    }
    params.delete(name);
    for (const item of value || []) params.append(name, item);
  }
  const search = params.toString();
  if (search === window.location.search.replace(/^\?/, "")) return;
  const address = window.location.pathname + (search ? `?${search}` : "") + window.location.hash;
  if (mode === "replace" || isContinuation(Object.keys(values).sort().join())) {
    window.history.replaceState(window.history.state, "", address);
  } else {
    window.history.pushState(null, "", address);
  }
  window.dispatchEvent(new Event(changed));
}

/** State in a parameter of the address. A value equal to the default is left out. */
export function useQueryParam(
  name: string,
  fallback = "",
): [string, (value: string, mode?: AddressMode) => void] {
  const search = useSearch();
  const value = parseSearch(search).get(name) ?? fallback;
  const setValue = useCallback(
    (next: string, mode: AddressMode = "push") =>
      setQueryParams({ [name]: next === fallback ? null : next }, mode),
    [name, fallback],
  );
  return [value, setValue];
}

/**
 * The filters of a list as state in the address; values equal to their default are left out. Changing a filter removes
 * `page`. A switch is "true" or "false". `defaults` must be a constant or memoised.
 */
export function useQueryParams<D extends Record<string, string>>(
  defaults: D,
): [D, (changes: Partial<D>, mode?: AddressMode) => void] {
  const search = useSearch();
  const values = useMemo(() => {
    const params = parseSearch(search);
    return Object.fromEntries(
      Object.entries(defaults).map(([name, fallback]) => [name, params.get(name) ?? fallback]),
    ) as D;
  }, [search, defaults]);
  const setValues = useCallback(
    (changes: Partial<D>, mode: AddressMode = "push") => {
      const params = Object.entries(changes).map(([name, value]) => {
        if (value === undefined || value === defaults[name]) return [name, null];
        return [name, value];
      });
      setQueryParams({ ...Object.fromEntries(params), page: null }, mode);
    },
    [defaults],
  );
  return [values, setValues];
}

/** Count the filters whose value differs from that in `off`. */
export function countNarrowing<F extends Record<string, string>>(filters: F, off: Partial<F>): number {
  return Object.entries(off).filter(([name, value]) => filters[name] !== value).length;
}

/** A filter of several values as a repeated parameter of the address. Changing it removes `page`. */
export function useQueryList(name: string): [readonly string[], (values: readonly string[]) => void] {
  const search = useSearch();
  const values = useMemo(() => parseList(search, name), [search, name]);
  const setValues = useCallback(
    (next: readonly string[]) => setQueryParams({ [name]: next, page: null }),
    [name],
  );
  return [values, setValues];
}
