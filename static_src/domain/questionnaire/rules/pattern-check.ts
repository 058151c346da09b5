/**
 * Whether texts have the format that their field asks for. What reads patterns is fetched where a form has any, for few
 * have; until it is there nothing is held against an answer.
 */
type Patterns = typeof import("./pattern");

let patterns: Patterns | null = null;

/** Fetch what reads patterns; afterwards rules hold them against answers. */
export async function loadPatterns(): Promise<Patterns> {
  patterns ??= await import("./pattern");
  return patterns;
}

/** Whether `text` does not have the format `source`. A pattern that cannot be read, which only a draft can have, asks for nothing. */
export function breaksPattern(source: string, text: string): boolean {
  return patterns?.compilePattern(source).pattern?.matches(text) === false;
}
