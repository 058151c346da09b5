/** Parser of patterns; it returns a tree, or an error as a sentence. */

export type Ranges = readonly (readonly [number, number])[];

export type PatternNode =
  | { kind: "leaf"; ranges: Ranges; negated: boolean }
  | { kind: "series" | "choice"; parts: readonly PatternNode[] }
  | { kind: "repeat"; part: PatternNode; least: number; most: number | null };

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

class PatternProblem extends Error {}

/** Parse a pattern, passed as its characters, into a tree. */
export function parsePattern(characters: readonly string[]): { tree: PatternNode } | { fault: string } {
  try {
    return { tree: new Parser(characters).parse() };
  } catch (problem) {
    if (problem instanceof PatternProblem) return { fault: problem.message };
    throw problem;
  }
}

/** Count the positions of a tree in the automaton, before the automaton is built. */
export function sizeOf(node: PatternNode): number {
  switch (node.kind) {
    case "leaf":
      return 1;
    case "repeat":
      return sizeOf(node.part) * Math.max(node.most ?? node.least, 1);
    default:
      return node.parts.reduce((sum, part) => sum + sizeOf(part), 0);
  }
}

class Parser {
  private at = 0;
  private depth = 0;

  constructor(private readonly characters: readonly string[]) {}

  parse(): PatternNode {
    this.take("^");
    const tree = this.choice();
    this.take("$");
    if (this.here !== undefined) this.refuse(this.here);
    return tree;
  }

  private get here(): string | undefined {
    return this.characters[this.at];
  }

  private choice(): PatternNode {
    const parts = [this.series()];
    while (this.take("|")) parts.push(this.series());
    return parts.length === 1 && parts[0] ? parts[0] : { kind: "choice", parts };
  }

  private series(): PatternNode {
    const parts: PatternNode[] = [];
    while (this.here !== undefined && this.here !== "|" && this.here !== ")") {
      if (this.here === "$" && this.at === this.characters.length - 1) break;
      parts.push(this.counted(this.atom(this.here)));
    }
    return { kind: "series", parts };
  }

  private atom(character: string): PatternNode {
    if ("^$*+?{}]".includes(character)) this.refuse(character);
    this.at += 1;
    if (character === ".") return { kind: "leaf", ranges: [[10, 10]], negated: true };
    if (character === "(") return this.group();
    if (character === "[") return this.characterClass();
    if (character === "\\") return this.escape();
    return leafOf(character);
  }

  private group(): PatternNode {
    if (this.take("?") && !this.take(":"))
      throw new PatternProblem("Only plain groups ( ) are supported, not those that begin with (?.");
    this.depth += 1;
    if (this.depth > maxDepth) throw new PatternProblem(`The pattern nests more than ${maxDepth} groups.`);
    const inner = this.choice();
    if (!this.take(")")) throw new PatternProblem("A group ( is not closed.");
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
      const next = this.characters[this.at + 1];
      if (this.here === "-" && next !== undefined && next !== "]") {
        this.at += 1;
        high = this.classItem();
        if (typeof high !== "number" || high < low)
          throw new PatternProblem("A range in [ ] must run from a lower to a higher character.");
      }
      ranges.push([low, high]);
    }
    if (ranges.length === 0) throw new PatternProblem("A class [ ] is empty.");
    return { kind: "leaf", ranges, negated };
  }

  private classItem(): number | Ranges {
    const character = this.here;
    if (character === undefined) throw new PatternProblem("A class [ is not closed.");
    this.at += 1;
    if (character === "[") throw new PatternProblem("Write \\[ for a bracket inside a class.");
    if (character !== "\\") return character.codePointAt(0) ?? 0;
    const leaf = this.escape();
    if (leaf.negated) throw new PatternProblem("\\D, \\W and \\S cannot stand inside [ ].");
    return leaf.ranges.length > 1 || leaf.ranges === digits ? leaf.ranges : (leaf.ranges[0]?.[0] ?? 0);
  }

  private escape(): Leaf {
    const character = this.here;
    if (character === undefined) throw new PatternProblem("The pattern ends with a lone backslash.");
    this.at += 1;
    const lower = character.toLowerCase();
    const ranges = Object.hasOwn(classes, lower) ? classes[lower] : undefined;
    if (ranges) return { kind: "leaf", ranges, negated: character !== lower };
    if (character === "n") return leafOf("\n");
    if (character === "t") return leafOf("\t");
    if (punctuation.has(character)) return leafOf(character);
    throw new PatternProblem(`\\${character} is not supported.`);
  }

  private counted(part: PatternNode): PatternNode {
    const character = this.here ?? "";
    let bounds = Object.hasOwn(counts, character) ? counts[character] : undefined;
    if (bounds) this.at += 1;
    else if (character === "{") bounds = this.braces();
    else return part;
    if (this.here !== undefined && "?*+{".includes(this.here))
      throw new PatternProblem("A count cannot follow another count.");
    const [least, most] = bounds ?? [1, 1];
    return { kind: "repeat", part, least, most };
  }

  private braces(): readonly [number, number | null] {
    const end = this.characters.indexOf("}", this.at);
    const inside = this.characters.slice(this.at + 1, Math.max(end, this.at)).join("");
    const comma = inside.indexOf(",");
    const low = comma < 0 ? inside : inside.slice(0, comma);
    const high = comma < 0 ? "" : inside.slice(comma + 1);
    if (!isCount(low) || (high !== "" && !isCount(high))) throw new PatternProblem(badCount);
    this.at = end + 1;
    const least = Number(low);
    const most = comma < 0 ? least : high === "" ? null : Number(high);
    if (most !== null && most < Math.max(least, 1))
      throw new PatternProblem("A count must run from a lower to a higher number.");
    return [least, most];
  }

  private take(character: string): boolean {
    if (this.here !== character) return false;
    this.at += 1;
    return true;
  }

  private refuse(character: string): never {
    throw new PatternProblem(
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
