import { request } from "../../api/client";
import type { ApiResponse } from "../../api/types";
import { folded } from "../../lib/text/folded";

/** The lists of countries, currencies and time zones. They are requested once a page, when a control needs them. */
export type Country = ApiResponse<"Country">;
export type Currency = ApiResponse<"Currency">;
export type TimeZone = ApiResponse<"TimeZone">;

const cache = new Map<() => Promise<unknown>, Promise<unknown>>();

function cacheList<T>(load: () => Promise<T>): () => Promise<T> {
  return () => {
    const cached = cache.get(load) as Promise<T> | undefined;
    if (cached) return cached;
    const list = load().catch((error: unknown) => {
      cache.delete(load);
      throw error;
    });
    cache.set(load, list);
    return list;
  };
}

/** Clear the cache of lists, for tests, which share one page. */
export function clearReferenceData(): void {
  cache.clear();
}

export const countries = cacheList(() => request("GET", "/api/reference/countries", { toast: false }));
export const currencies = cacheList(() => request("GET", "/api/reference/currencies", { toast: false }));
export const timeZones = cacheList(() => request("GET", "/api/reference/timeZones", { toast: false }));

const maxSuggestions = 10;

/** Return the first ten countries whose name contains the text, ignoring case and accents. */
export function matchingCountries(list: readonly Country[], text: string): Country[] {
  const search = folded(text);
  return list.filter(({ name }) => folded(name).includes(search)).slice(0, maxSuggestions);
}

/** The most traded currencies, which are first among equal matches. */
const common = ["USD", "EUR", "GBP", "JPY", "CNY", "CHF", "CAD", "AUD", "INR", "SEK", "NOK", "DKK", "PLN"];

/**
 * Return the ten best currencies for a text: an equal code, then codes and then words of the name that start with the
 * text, then other matches. Equal matches are ordered by `common`, then by code.
 */
export function matchingCurrencies(list: readonly Currency[], text: string): Currency[] {
  const search = folded(text).trim();
  const rank = ({ code, name }: Currency) => {
    const [codeFolded, nameFolded] = [folded(code), folded(name)];
    if (codeFolded === search) return 0;
    if (codeFolded.startsWith(search)) return 1;
    return ` ${nameFolded}`.includes(` ${search}`) ? 2 : 3;
  };
  const place = ({ code }: Currency) => (common.indexOf(code) + common.length + 1) % (common.length + 1);
  return list
    .filter(({ code, name }) => folded(`${code} ${name}`).includes(search))
    .map((currency) => ({ currency, rank: rank(currency), place: place(currency) }))
    .sort((a, b) => a.rank - b.rank || a.place - b.place || (a.currency.code < b.currency.code ? -1 : 1))
    .slice(0, maxSuggestions)
    .map(({ currency }) => currency);
}

/**
 * Return the ten best time zones for a text: cities that start with it, then other matches of zone or country. Without a
 * text, `own` (the browser's zone) is first.
 */
export function matchingTimeZones(list: readonly TimeZone[], text: string, own = ""): TimeZone[] {
  const search = words(text);
  const rank = ({ name }: TimeZone) => {
    if (!search) return name === own ? 0 : 1;
    return words(name.slice(name.lastIndexOf("/") + 1)).startsWith(search) ? 0 : 1;
  };
  return list
    .filter(({ name, country }) => words(`${name} ${country}`).includes(search))
    .map((zone) => ({ zone, rank: rank(zone) }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, maxSuggestions)
    .map(({ zone }) => zone);
}

/** Return a text for comparison: `America/New_York` is found as "new york". */
const words = (text: string) => folded(text).replace(/[/_]/g, " ").trim();
