import { request } from "../../api/client";
import type { Tag } from "./types";

/** Return tags of the organisation that match a text, without the selected ones. */
export async function suggestTags(
  text: string,
  chosen: readonly string[],
  signal: AbortSignal,
  knownTags: readonly Tag[] = [],
): Promise<string[]> {
  const chosenNames = new Set(chosen.map((name) => name.toLocaleLowerCase()));
  const ids = knownTags.filter(({ name }) => chosenNames.has(name.toLocaleLowerCase())).map(({ id }) => id);
  const tags = await request("GET", "/api/relationship/tag", {
    query: { search: text, i: ids },
    signal,
    toast: false,
  });
  return tags.map(({ name }) => name);
}
