import { request } from "../../api/client";
import type { ApiResponse } from "../../api/types";
import { folded } from "../../lib/text/folded";

/** The lists of countries and currencies. They are requested once a page, when a control needs them. */
export type Country = ApiResponse<"Country">;
export type Currency = ApiResponse<"Currency">;

const fetched = new Map<() => Promise<unknown>, Promise<unknown>>();

function fetchedOnce<T>(load: () => Promise<T>): () => Promise<T> {
  return () => {
    const known = fetched.get(load) as Promise<T> | undefined;
    if (known) return known;
    const list = load().catch((error: unknown) => {
      fetched.delete(load);
      throw error;
    });
    fetched.set(load, list);
    return list;
  };
}

/** Clear the cache of lists, for tests, which share one page. */
export function forgetReferenceData(): void {
  fetched.clear();
}

export const countries = fetchedOnce(() => request("GET", "/api/reference/countries", { toast: false }));
export const currencies = fetchedOnce(() => request("GET", "/api/reference/currencies", { toast: false }));

const mostSuggestions = 10;

/** Return the first ten countries whose name contains the text, ignoring case and accents. */
export function matchingCountries(list: readonly Country[], text: string): Country[] {
  const wanted = folded(text);
  return list.filter(({ name }) => folded(name).includes(wanted)).slice(0, mostSuggestions);
}

/** The most traded currencies, which are first among equal matches. */
const common = ["USD", "EUR", "GBP", "JPY", "CNY", "CHF", "CAD", "AUD", "INR", "SEK", "NOK", "DKK", "PLN"];

/**
 * Return the ten best currencies for a text: an equal code, then codes and then words of the name that start with the
 * text, then other matches. Equal matches are ordered by `common`, then by code.
 */
export function matchingCurrencies(list: readonly Currency[], text: string): Currency[] {
  const wanted = folded(text).trim();
  const rank = ({ code, name }: Currency) => {
    const [codeFolded, nameFolded] = [folded(code), folded(name)];
    if (codeFolded === wanted) return 0;
    if (codeFolded.startsWith(wanted)) return 1;
    return ` ${nameFolded}`.includes(` ${wanted}`) ? 2 : 3;
  };
  const place = ({ code }: Currency) => (common.indexOf(code) + common.length + 1) % (common.length + 1);
  return list
    .filter(({ code, name }) => folded(`${code} ${name}`).includes(wanted))
    .map((currency) => ({ currency, rank: rank(currency), place: place(currency) }))
    .sort((a, b) => a.rank - b.rank || a.place - b.place || (a.currency.code < b.currency.code ? -1 : 1))
    .slice(0, mostSuggestions)
    .map(({ currency }) => currency);
}
