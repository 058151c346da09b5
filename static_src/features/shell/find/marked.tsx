import { folded } from "../../../lib/text/folded";

/** Characters before the first match that are shown of a long text, which is cut at its end. */
const before = 24;

/** A text with the searched words marked. Of a long text the beginning is cut, so that the first match is visible. */
export function Marked({ text, words }: { text: string; words: readonly string[] }) {
  const spans = matchesIn(text, words);
  const first = spans[0]?.[0] ?? 0;
  const start = first > before * 2 ? first - before : 0;
  const parts: React.ReactNode[] = start > 0 ? ["…"] : [];
  let at = start;
  for (const [from, to] of spans) {
    parts.push(text.slice(at, from), <mark key={from}>{text.slice(from, to)}</mark>);
    at = to;
  }
  parts.push(text.slice(at));
  return <>{parts}</>;
}

/** Return the ranges of the words in a text, in order and without overlaps. */
export function matchesIn(text: string, words: readonly string[]): [number, number][] {
  // Folding may change the length of a character, so each folded one remembers where it is from.
  const origins: number[] = [];
  let plain = "";
  let offset = 0;
  for (const char of text) {
    const part = folded(char);
    plain += part;
    for (let index = 0; index < part.length; index++) origins.push(offset);
    offset += char.length;
  }
  origins.push(offset);
  const ranges = words.flatMap((word): [number, number][] => {
    const index = word ? plain.indexOf(word) : -1;
    if (index < 0) return [];
    const end = origins[index + word.length] ?? text.length;
    return [[origins[index] ?? 0, end]];
  });
  ranges.sort(([a], [b]) => a - b);
  let last = 0;
  return ranges.filter(([from, to]) => {
    if (from < last || to <= from) return false;
    last = to;
    return true;
  });
}
