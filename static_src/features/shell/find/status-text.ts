import { formatCount } from "../../../lib/text/numbers";
import type { Group, Item, SearchResult } from "./items";
import { isSearchable, type SearchState } from "./use-search";

type Input = {
  query: string;
  search: SearchState;
  results: readonly Group[];
  items: readonly Item[];
  owner: Item | null;
};

type Status = {
  /** The sentence below the rows; null for none. */
  shown: string | null;
  hint: string | null;
  /** The lists that took too long. */
  lists: SearchResult["skipped"];
  /** The sentence for screen readers. */
  announced: string;
};

const searched =
  "Names, titles and numbers are searched: suppliers, RFxs, requests, contacts, assessments, non-conformances, messages, forms, questions and documents.";

/** Return what the palette says about its rows. */
export function statusText({ query, search, results, items, owner }: Input): Status {
  const status: Status = { shown: null, hint: null, lists: [], announced: "" };
  if (owner) {
    const count = owner.actions?.length ?? 0;
    return { ...status, announced: `${formatCount(count, "action")} for ${owner.title}.` };
  }
  if (search.failure === "offline")
    return say(status, "You are offline. The search continues when you are back.");
  if (search.failure) return say(status, "The search failed.");
  if (query && !isSearchable(query)) return { ...status, shown: "Type one more character to search." };
  if (!search.result) return { ...status, shown: items.length === 0 ? "Searching..." : null };
  const lists = search.result.skipped;
  if (lists.length > 0) {
    const names = lists.map(({ label }) => `${label} took too long.`).join(" ");
    const count = countText(results);
    return {
      shown: results.length === 0 ? `Nothing else matches "${query}".` : " ",
      hint: null,
      lists,
      announced: `${count} ${names}`,
    };
  }
  if (query && items.length === 0) return { ...say(status, `Nothing matches "${query}".`), hint: searched };
  if (items.length === 0) return say(status, "Type to find a record.");
  return { ...status, announced: query ? countText(results) : "" };
}

const say = (status: Status, text: string): Status => ({ ...status, shown: text, announced: text });

function countText(results: readonly Group[]): string {
  if (results.length === 0) return "No records.";
  return results.map(({ label, count }) => `${label}: ${count}`).join(", ");
}
