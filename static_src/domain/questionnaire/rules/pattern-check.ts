/**
 * Check of texts against the pattern of their field. Few forms have patterns, so the code for patterns is loaded only
 * for those; until it is loaded every text passes.
 */
type Patterns = typeof import("./pattern");

let patterns: Patterns | null = null;

/** Load the code for patterns; afterwards `breaksPattern` checks texts. */
export async function loadPatterns(): Promise<Patterns> {
  patterns ??= await import("./pattern");
  return patterns;
}

/**
 * Return true if `text` does not match the pattern. An invalid pattern, possible only in a draft, matches every text.
 */
export function breaksPattern(source: string, text: string): boolean {
  return patterns?.compilePattern(source).pattern?.matches(text) === false;
}
