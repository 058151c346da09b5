import type { ApiResponse } from "../../api/types";
import { parseList } from "../../lib/state/use-query-param";
import type { Selection } from "../bulk/use-selection";

/** Filters as in the address of a list: a text, or the values of a repeated parameter. */
export type ViewParams = Readonly<Record<string, string | readonly string[]>>;

export type SavedView = Omit<ApiResponse<"SavedView">, "params"> & { params: ViewParams };

/** The views of a page, as the server sends them. */
export type PageViews = { rows: readonly SavedView[]; mayShare: boolean };

/** A list screen with saved views. */
export type ViewedList = {
  /** The resource of the list, such as `ncr`. */
  list: string;
  /** Undefined in tests of the list. */
  views: PageViews | undefined;
  /** The filters of the list with their defaults. */
  defaults: Readonly<Record<string, string>>;
  /** Filters with several values. */
  repeated?: readonly string[];
  /** True if the list can be exported. */
  canExport?: boolean;
  /** The ticked rows, which the export takes instead of all. */
  selection?: Selection;
};

type Filters = Pick<ViewedList, "defaults" | "repeated">;

/** Return the filters in an address that differ from their defaults. */
export function paramsOf(search: string, { defaults, repeated = [] }: Filters): ViewParams {
  const names = [...Object.keys(defaults), ...repeated];
  const pairs = names.map((name) => [name, parseList(search, name)] as const);
  return withoutDefaults(Object.fromEntries(pairs), { defaults, repeated });
}

/** Return the filters without those that equal their defaults. A single value is a text, unless it may be repeated. */
export function withoutDefaults(params: ViewParams, { defaults, repeated = [] }: Filters): ViewParams {
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) => {
      const values = [value].flat().filter(Boolean);
      if (values.length === 0 || (values.length === 1 && values[0] === defaults[name])) return [];
      return [[name, repeated.includes(name) || values.length > 1 ? values : (values[0] ?? "")]];
    }),
  );
}

/** Return true if both have the same filters with the same values. */
export function isSame(a: ViewParams, b: ViewParams): boolean {
  return contentOf(a) === contentOf(b);
}

const contentOf = (params: ViewParams) =>
  JSON.stringify(
    Object.entries(params)
      .map(([name, value]) => [name, [value].flat().sort()])
      .sort(),
  );

export type CurrentView = {
  /** The view that is open, perhaps with changed filters. */
  chosen: SavedView | null;
  /** The filters of the address. */
  params: ViewParams;
  /** True if the address has filters that no view has exactly. */
  canSave: boolean;
  /** True if the filters of the open view were changed. */
  isChanged: boolean;
};

/** Return the view that an address shows: the one that it names, else the one with exactly its filters. */
export function currentView(search: string, views: readonly SavedView[], filters: Filters): CurrentView {
  const params = paramsOf(search, filters);
  const id = Number(parseList(search, "view")[0]);
  const same = views.filter((view) => isSame(withoutDefaults(view.params, filters), params));
  const named = views.find((view) => view.id === id);
  const isEmpty = Object.keys(params).length === 0;
  const chosen = named ?? (isEmpty ? undefined : same[0]) ?? null;
  return {
    chosen,
    params,
    canSave: !isEmpty && same.length === 0,
    isChanged: chosen !== null && !same.includes(chosen),
  };
}

/** Return the parameters of an address that show a view, or with null all rows. Other filters of the list are removed. */
export function addressOf(
  view: SavedView | null,
  filters: Filters,
  hasStart: boolean,
): Record<string, string | readonly string[] | null> {
  const names = [...Object.keys(filters.defaults), ...(filters.repeated ?? []), "page"];
  return {
    ...Object.fromEntries(names.map((name) => [name, null])),
    ...view?.params,
    // Without a parameter, the page would open the start view again.
    view: view ? String(view.id) : hasStart ? "all" : null,
  };
}
