/** Parser of patterns; it returns a tree, or an error as a sentence. */

type Ranges = readonly (readonly [number, number])[];

export type PatternNode =
  | { kind: "leaf"; ranges: Ranges; negated: boolean }
  | { kind: "series" | "choice"; parts: readonly PatternNode[] }
  | { kind: "repeat"; part: PatternNode; min: number; max: number | null };

type Leaf = PatternNode & { kind: "leaf" };

const maxCount = 100;
const maxDepth = 10;
const digits: Ranges = [[48, 57]];
const classes: Readonly<Record<string, Ranges>> = {
  d: digits,
  w: [
    [48, 57],
    [65, 90],
    [95, 95],
    [97, 122],
  ],
  s: [
    [9, 13],
    [32, 32],
  ],
};
const counts: Readonly<Record<string, readonly [number, number | null]>> = {
  "?": [0, 1],
  "*": [0, null],
  "+": [1, null],
};
const punctuation = new Set("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~");
const badCount = `Write a count as {3}, {2,} or {2,5}, with numbers up to ${maxCount}.`;

class PatternError extends Error {}

/** Parse a pattern, passed as its characters, into a tree. */
export function parsePattern(characters: readonly string[]): { tree: PatternNode } | { fault: string } {
  try {
    return { tree: new Parser(characters).parse() };
  } catch (error) {
    if (error instanceof PatternError) return { fault: error.message };
    throw error;
  }
}

/** Count the positions of a tree in the automaton, before the automaton is built. */
export function sizeOf(node: PatternNode): number {
  switch (node.kind) {
    case "leaf":
      return 1;
    case "repeat":
      return sizeOf(node.part) * Math.max(node.max ?? node.min, 1);
    default:
      return node.parts.reduce((sum, part) => sum + sizeOf(part), 0);
  }
}

class Parser {
  private position = 0;
  private depth = 0;

  constructor(private readonly characters: readonly string[]) {}

  parse(): PatternNode {
    this.take("^");
    const tree = this.choice();
    this.take("$");
    if (this.here !== undefined) this.reject(this.here);
    return tree;
  }

  private get here(): string | undefined {
    return this.characters[this.position];
  }

  private choice(): PatternNode {
    const parts = [this.series()];
    while (this.take("|")) parts.push(this.series());
    return parts.length === 1 && parts[0] ? parts[0] : { kind: "choice", parts };
  }

  private series(): PatternNode {
    const parts: PatternNode[] = [];
    while (this.here !== undefined && this.here !== "|" && this.here !== ")") {
      if (this.here === "$" && this.position === this.characters.length - 1) break;
      parts.push(this.withCount(this.atom(this.here)));
    }
    return { kind: "series", parts };
  }

  private atom(character: string): PatternNode {
    if ("^$*+?{}]".includes(character)) this.reject(character);
    this.position += 1;
    if (character === ".") return { kind: "leaf", ranges: [[10, 10]], negated: true };
    if (character === "(") return this.group();
    if (character === "[") return this.characterClass();
    if (character === "\\") return this.escape();
    return leafOf(character);
  }

  private group(): PatternNode {
    if (this.take("?") && !this.take(":"))
      throw new PatternError("Only plain groups ( ) are supported, not those that begin with (?.");
    this.depth += 1;
    if (this.depth > maxDepth) throw new PatternError(`The pattern nests more than ${maxDepth} groups.`);
    const inner = this.choice();
    if (!this.take(")")) throw new PatternError("A group ( is not closed.");
    this.depth -= 1;
    return inner;
  }

  private characterClass(): PatternNode {
    const negated = this.take("^");
    const ranges: (readonly [number, number])[] = [];
    while (!this.take("]")) {
      const low = this.classItem();
      if (typeof low !== "number") {
        ranges.push(...low);
        continue;
      }
      let high: number | Ranges = low;
      const next = this.characters[this.position + 1];
      if (this.here === "-" && next !== undefined && next !== "]") {
        this.position += 1;
        high = this.classItem();
        if (typeof high !== "number" || high < low)
          throw new PatternError("A range in [ ] must run from a lower to a higher character.");
      }
      ranges.push([low, high]);
    }
    if (ranges.length === 0) throw new PatternError("A class [ ] is empty.");
    return { kind: "leaf", ranges, negated };
  }

  private classItem(): number | Ranges {
    const character = this.here;
    if (character === undefined) throw new PatternError("A class [ is not closed.");
    this.position += 1;
    if (character === "[") throw new PatternError("Write \\[ for a bracket inside a class.");
    if (character !== "\\") return character.codePointAt(0) ?? 0;
    const leaf = this.escape();
    if (leaf.negated) throw new PatternError("\\D, \\W and \\S cannot stand inside [ ].");
    return leaf.ranges.length > 1 || leaf.ranges === digits ? leaf.ranges : (leaf.ranges[0]?.[0] ?? 0);
  }

  private escape(): Leaf {
    const character = this.here;
    if (character === undefined) throw new PatternError("The pattern ends with a lone backslash.");
    this.position += 1;
    const lower = character.toLowerCase();
    const ranges = Object.hasOwn(classes, lower) ? classes[lower] : undefined;
    if (ranges) return { kind: "leaf", ranges, negated: character !== lower };
    if (character === "n") return leafOf("\n");
    if (character === "t") return leafOf("\t");
    if (punctuation.has(character)) return leafOf(character);
    throw new PatternError(`\\${character} is not supported.`);
  }

  private withCount(part: PatternNode): PatternNode {
    const character = this.here ?? "";
    let bounds = Object.hasOwn(counts, character) ? counts[character] : undefined;
    if (bounds) this.position += 1;
    else if (character === "{") bounds = this.braces();
    else return part;
    if (this.here !== undefined && "?*+{".includes(this.here))
      throw new PatternError("A count cannot follow another count.");
    const [min, max] = bounds ?? [1, 1];
    return { kind: "repeat", part, min, max };
  }

  private braces(): readonly [number, number | null] {
    const end = this.characters.indexOf("}", this.position);
    const inside = this.characters.slice(this.position + 1, Math.max(end, this.position)).join("");
    const comma = inside.indexOf(",");
    const low = comma < 0 ? inside : inside.slice(0, comma);
    const high = comma < 0 ? "" : inside.slice(comma + 1);
    if (!isCount(low) || (high !== "" && !isCount(high))) throw new PatternError(badCount);
    this.position = end + 1;
    const min = Number(low);
    const max = comma < 0 ? min : high === "" ? null : Number(high);
    if (max !== null && max < Math.max(min, 1))
      throw new PatternError("A count must run from a lower to a higher number.");
    return [min, max];
  }

  private take(character: string): boolean {
    if (this.here !== character) return false;
    this.position += 1;
    return true;
  }

  private reject(character: string): never {
    throw new PatternError(
      "*+?{".includes(character)
        ? `There is nothing before ${character} to repeat.`
        : `Write \\${character} for the character ${character} itself.`,
    );
  }
}

function leafOf(character: string): Leaf {
  const code = character.codePointAt(0) ?? 0;
  return { kind: "leaf", ranges: [[code, code]], negated: false };
}

function isCount(text: string): boolean {
  return /^[0-9]{1,3}$/.test(text) && Number(text) <= maxCount;
}
