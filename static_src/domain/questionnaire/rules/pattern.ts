/**
 * Patterns for text answers: a small subset of regular expressions with the same meaning in Python and JavaScript.
 * app/forms/document/pattern.py implements the same subset and documents its syntax. A pattern is compiled to a
 * Glushkov automaton, which reads each character once, so that no pattern can block the page.
 */
import { type PatternNode, parsePattern, sizeOf } from "./pattern-parser";

export const maxPatternLength = 200;
const maxPositions = 300;

/** Compiled pattern. */
export interface Pattern {
  matches(text: string): boolean;
}

/** Compiled pattern, or the error as a sentence. */
type Compiled = { pattern: Pattern; fault: null } | { pattern: null; fault: string };

const cache = new Map<string, Compiled>();

/** Compile `source`, or return the error as a sentence. Results are cached. */
export function compilePattern(source: string): Compiled {
  let result = cache.get(source);
  if (!result) {
    result = compile(source);
    cache.set(source, result);
  }
  return result;
}

/** Return the error in `source` as a sentence; null if the pattern is valid. */
export function patternFault(source: string): string | null {
  return compilePattern(source).fault;
}

function compile(source: string): Compiled {
  const characters = Array.from(source);
  if (characters.length > maxPatternLength)
    return { pattern: null, fault: `The pattern is longer than ${maxPatternLength} characters.` };
  const parsed = parsePattern(characters);
  if ("fault" in parsed) return { pattern: null, fault: parsed.fault };
  if (sizeOf(parsed.tree) > maxPositions)
    return { pattern: null, fault: "The pattern is too large: use smaller counts." };
  return { pattern: new Automaton(parsed.tree), fault: null };
}

interface Part {
  canBeEmpty: boolean;
  first: ReadonlySet<number>;
  last: ReadonlySet<number>;
}

const noPositions: ReadonlySet<number> = new Set();

/**
 * Glushkov automaton. Positions are the leaves of the pattern; `follow[p]` contains the positions that can follow `p`.
 */
class Automaton implements Pattern {
  private readonly accepts: ((code: number) => boolean)[] = [];
  private readonly follow: Set<number>[] = [];
  private readonly whole: Part;

  constructor(tree: PatternNode) {
    this.whole = this.build(tree);
  }

  matches(text: string): boolean {
    if (text === "") return this.whole.canBeEmpty;
    let candidates = this.whole.first;
    let current: ReadonlySet<number> = noPositions;
    for (const character of text) {
      const code = character.codePointAt(0) ?? 0;
      current = new Set([...candidates].filter((position) => this.accepts[position]?.(code)));
      if (current.size === 0) return false;
      candidates = union([...current].map((position) => this.follow[position] ?? noPositions));
    }
    return [...current].some((position) => this.whole.last.has(position));
  }

  private build(node: PatternNode): Part {
    switch (node.kind) {
      case "leaf": {
        const position = new Set([this.accepts.length]);
        this.accepts.push(
          (code) => node.ranges.some(([low, high]) => low <= code && code <= high) !== node.negated,
        );
        this.follow.push(new Set());
        return { canBeEmpty: false, first: position, last: position };
      }
      case "series":
        return this.join(node.parts.map((part) => this.build(part)));
      case "choice": {
        const parts = node.parts.map((part) => this.build(part));
        return {
          canBeEmpty: parts.some((part) => part.canBeEmpty),
          first: union(parts.map((part) => part.first)),
          last: union(parts.map((part) => part.last)),
        };
      }
      case "repeat":
        return this.repeat(node);
    }
  }

  private repeat(node: PatternNode & { kind: "repeat" }): Part {
    const copies: Part[] = [];
    for (let copy = 0; copy < Math.max(node.max ?? node.min, 1); copy += 1) {
      const part = this.build(node.part);
      copies.push({ ...part, canBeEmpty: part.canBeEmpty || copy >= node.min });
    }
    const lastCopy = copies.at(-1);
    if (node.max === null && lastCopy) this.link(lastCopy.last, lastCopy.first);
    return this.join(copies);
  }

  private join(parts: readonly Part[]): Part {
    const whole = { canBeEmpty: true, first: noPositions, last: noPositions };
    for (const part of parts) {
      this.link(whole.last, part.first);
      if (whole.canBeEmpty) whole.first = union([whole.first, part.first]);
      whole.last = part.canBeEmpty ? union([whole.last, part.last]) : part.last;
      whole.canBeEmpty = whole.canBeEmpty && part.canBeEmpty;
    }
    return whole;
  }

  private link(before: ReadonlySet<number>, after: ReadonlySet<number>): void {
    for (const position of before) for (const next of after) this.follow[position]?.add(next);
  }
}

function union(sets: readonly ReadonlySet<number>[]): ReadonlySet<number> {
  const all = new Set<number>();
  for (const set of sets) for (const position of set) all.add(position);
  return all;
}
