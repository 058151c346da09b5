import { useDebounced } from "./use-debounced";
import { countNarrowing, useQueryParams } from "./use-query-param";

/** The filters of a list screen with their defaults; `sort` is the initial order. */
type Defaults = Record<string, string> & { sort: string };

type ChangeEvent = { target: { value: string } };
type CheckEvent = { target: { checked: boolean } };

export type ListFilterState<D extends Defaults = Defaults> = {
  values: D;
  sort: string;
  /** Filters and sort as query of the API. Typing is debounced, so that not every letter sends a request. */
  params: D;
  set: (changes: Partial<D>) => void;
  setSort: (sort: string) => void;
  /** The number of filters that differ from `off`. */
  active: number;
  /** Reset the filters of `off`. */
  clear: () => void;
  /** Return the props of an input or select. */
  text: (name: keyof D & string) => { value: string; onChange: (event: ChangeEvent) => void };
  /** Return the props of a switch, whose filter is "true" or its off value. */
  toggle: (name: keyof D & string) => { checked: boolean; onChange: (event: CheckEvent) => void };
};

/**
 * The filters and the sort order of a list screen, which are part of the address. `off` has the filters that count as
 * narrowing and that 'Clear filters' resets. Both arguments must be constants.
 */
export function useListFilters<D extends Defaults>(defaults: D, off: Partial<D>): ListFilterState<D> {
  const [values, set] = useQueryParams<D>(defaults);
  const { sort } = values;
  const params = { ...useDebounced(values), sort };
  const change = (name: keyof D & string, value: string) => set({ [name]: value } as Partial<D>);
  return {
    values,
    sort,
    params,
    set,
    setSort: (next) => change("sort", next),
    active: countNarrowing(values, off),
    clear: () => set(off),
    text: (name) => ({
      value: values[name] ?? "",
      onChange: (event) => change(name, event.target.value),
    }),
    toggle: (name) => ({
      checked: values[name] === "true",
      onChange: (event) => change(name, event.target.checked ? "true" : offValueOf(defaults[name])),
    }),
  };
}

/** A switch without a default is absent when it is off. */
function offValueOf(initial = ""): string {
  return initial === "" ? "" : "false";
}

/** Return the query without the filters that are off, for endpoints that expect them to be absent. */
export function withoutOff<D extends Record<string, string>>(params: D): Partial<D> {
  return Object.fromEntries(
    Object.entries(params).filter(([, value]) => value !== "" && value !== "false"),
  ) as Partial<D>;
}
