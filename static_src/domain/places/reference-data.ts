import { request } from "../../api/client";
import type { ApiResponse } from "../../api/types";
import { folded } from "../../lib/text/folded";

/** Lists that the whole product shares, fetched once for a page when a control that needs one is opened. */
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

/** Fetch the lists again when they are next needed: for tests, which share one page. */
export function forgetReferenceData(): void {
  fetched.clear();
}

export const countries = fetchedOnce(() => request("GET", "/api/reference/countries", { toast: false }));
export const currencies = fetchedOnce(() => request("GET", "/api/reference/currencies", { toast: false }));

const mostSuggestions = 10;

/** The first ten whose name has the text in it, whatever the capitals and accents. */
export function matchingCountries(list: readonly Country[], text: string): Country[] {
  const wanted = folded(text);
  return list.filter(({ name }) => folded(name).includes(wanted)).slice(0, mostSuggestions);
}

/** The currencies that are traded most, which come first among those that match equally well. */
const common = ["USD", "EUR", "GBP", "JPY", "CNY", "CHF", "CAD", "AUD", "INR", "SEK", "NOK", "DKK", "PLN"];

/**
 * The best ten with the text in their code or name: the code itself first, then a code and then a word of the name
 * that begins with it; among equals the common currencies, then by code.
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
