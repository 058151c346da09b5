import { request } from "../../api/client";
import type { Tag } from "./types";

/** Tags of the own organisation that fit a text, without those chosen already. */
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
