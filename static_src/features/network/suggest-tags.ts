import { request } from "../../api/client";
import type { Tag } from "./types";

/** Return tags of the organisation that match a text, without the selected ones. */
export async function suggestTags(
  text: string,
  chosen: readonly string[],
  signal: AbortSignal,
  known: readonly Tag[] = [],
): Promise<string[]> {
  const taken = new Set(chosen.map((name) => name.toLocaleLowerCase()));
  const ids = known.filter(({ name }) => taken.has(name.toLocaleLowerCase())).map(({ id }) => id);
  const tags = await request("GET", "/api/relationship/tag", {
    query: { search: text, i: ids },
    signal,
    toast: false,
  });
  return tags.map(({ name }) => name);
}
