import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";

// The build is plain JavaScript, without types.
const load = (name: string) => import(new URL(name, import.meta.url).href);
const root = path.resolve(import.meta.dirname, "../..");

type Graph = {
  registry: Map<string, string>;
  inputs: Record<string, { imports: { kind: string; path: string }[] }>;
};

const withoutComments = (source: string) =>
  source.replace(/\/\*[\s\S]*?\*\/|\/\/.*|url\([^)]*\)|\d*\.\d+/g, "");

/** Return the classes that a Sass or CSS style sheet has rules for. */
const classesIn = (sheet: string) =>
  new Set([...withoutComments(sheet).matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name]) => name as string));

/** Return the classes that a module uses: quoted words in expressions after `className`, `class` and the like. */
function classNamesIn(source: string): Set<string> {
  const named = new Set<string>();
  for (const { index, 0: start } of source.matchAll(/[cC]lass(Names?|es|List)?["']?\s*([=:(]|\.\w+\()\s*/g)) {
    const expression = expressionAt(source, index + start.length, start.trimEnd().endsWith("(") ? 1 : 0);
    for (const [text] of expression.matchAll(/"[^"\n]*"|`[^`]*`/g)) {
      for (const word of text.match(/[a-zA-Z][\w-]*/g) ?? []) named.add(word);
    }
  }
  return named;
}

/** Return the source of the expression that begins at `start`, inside `depth` brackets. */
function expressionAt(source: string, start: number, depth: number): string {
  const quote = source[start];
  if (quote === '"' || quote === "`") return source.slice(start, source.indexOf(quote, start + 1) + 1);
  let open = depth;
  for (let end = start; end < source.length; end++) {
    const char = source[end] as string;
    if ("([{".includes(char)) open++;
    if (")]}".includes(char) && --open <= 0) return source.slice(start, end);
    if (open === 0 && ",;\n".includes(char)) return source.slice(start, end);
  }
  return source.slice(start);
}

describe("the style sheets of the product", () => {
  let graph: Graph;
  let modules: Map<string, Set<string>>;
  let sheets: Map<string, Set<string>>;
  let compile: (source: string) => Promise<string>;
  let ofEveryPage: Set<string>;

  beforeAll(async () => {
    const { readGraph } = await load("./graph.mjs");
    const { sharedOptions } = await load("./scripts.mjs");
    graph = await readGraph({ root, options: sharedOptions({ root, iconsUrl: "/icons.svg" }) });
    const read = (name: string) => fs.readFile(path.join(root, name), "utf8");
    const own = Object.keys(graph.inputs).filter((name) => name.startsWith("static_src/"));
    modules = new Map(
      await Promise.all(
        own
          .filter((name) => /\.tsx?$/.test(name))
          .map(async (name) => [name, classNamesIn(await read(name))] as const),
      ),
    );
    sheets = new Map(
      await Promise.all(
        own
          .filter((name) => name.endsWith(".scss"))
          .map(async (name) => [name, classesIn(await read(name))] as const),
      ),
    );
    const { compileSheet } = await load("./styles.mjs");
    compile = (source) => compileSheet({ root, source });
    ofEveryPage = classesIn(await compile(await read("static_src/styles/main.scss")));
  });

  it("are each imported by a module that uses one of their classes", async () => {
    const componentSheets = await Promise.all(
      ["ui", "domain", "features"].map(async (folder) => {
        const names = await fs.readdir(path.join(root, "static_src", folder), { recursive: true });
        return names.filter((name) => name.endsWith(".scss")).map((name) => `static_src/${folder}/${name}`);
      }),
    );
    expect([...sheets.keys()].sort()).toEqual(componentSheets.flat().sort());
  });

  it("are imported by each module that uses one of their classes", () => {
    const missing = [...modules].flatMap(([name, named]) => {
      const imported = new Set(graph.inputs[name]?.imports.map((target) => target.path));
      return [...named].flatMap((word) => {
        if (ofEveryPage.has(word)) return [];
        const having = [...sheets].filter(([, classes]) => classes.has(word)).map(([sheet]) => sheet);
        return having.length === 0 || having.some((sheet) => imported.has(sheet))
          ? []
          : [`${name} names ${word} without ${having.join(" or ")}`];
      });
    });
    expect(missing).toEqual([]);
  });

  it("contain each class of Bootstrap that a module uses", async () => {
    const all = classesIn(await compile('@import "bootstrap/scss/bootstrap";'));
    const built = new Set([ofEveryPage, ...sheets.values()].flatMap((classes) => [...classes]));
    const missing = [...modules].flatMap(([name, named]) =>
      [...named].filter((word) => all.has(word) && !built.has(word)).map((word) => `${name} names ${word}`),
    );
    expect(missing).toEqual([]);
  }, 60_000);
});

describe("the division of style sheets", () => {
  const large = `.a { color: red; }\n/* ${"-".repeat(500)} */`;

  async function divide(imports: Record<string, { kind: string; path: string }[]>, small: string[] = []) {
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), "sheets-"));
    const inputs: Graph["inputs"] = {};
    const add = (name: string) => {
      inputs[name] ??= { imports: imports[name] ?? [] };
      for (const target of imports[name] ?? []) add(target.path);
    };
    for (const name of ["static_src/islands/mount.tsx", "top-bar.tsx", "overlays.tsx", "a.tsx", "b.tsx"]) {
      add(name);
    }
    for (const name of Object.keys(inputs).filter((input) => input.endsWith(".scss"))) {
      await fs.writeFile(path.join(folder, name), small.includes(name) ? ".a {}" : large);
    }
    const registry = new Map([
      ["shell/top-bar", "top-bar"],
      ["shell/overlays", "overlays"],
      ["x/a", "a"],
      ["x/b", "b"],
    ]);
    const { divideSheets } = await load("./styles.mjs");
    const { base, islands } = await divideSheets({ root: folder, graph: { registry, inputs } });
    await fs.rm(folder, { recursive: true });
    return { base, islands: Object.fromEntries(islands) };
  }

  const now = (target: string) => ({ kind: "import-statement", path: target });
  const later = (target: string) => ({ kind: "dynamic-import", path: target });

  it("puts the styles of an island, at once and lazy, into the sheet of its page only", async () => {
    const division = await divide({
      "a.tsx": [now("part.tsx"), later("modal.tsx")],
      "part.tsx": [now("part.scss")],
      "modal.tsx": [now("modal.scss")],
    });
    expect(division).toEqual({ base: [], islands: { "x/a": ["modal.scss", "part.scss"] } });
  });

  it("puts the styles of islands of every page into the base only", async () => {
    const division = await divide({
      "overlays.tsx": [later("modal.tsx")],
      "modal.tsx": [now("modal.scss")],
      "a.tsx": [now("modal.tsx"), now("a.scss")],
    });
    expect(division).toEqual({ base: ["modal.scss"], islands: { "x/a": ["a.scss"] } });
  });

  it("puts small sheets into the base", async () => {
    const division = await divide({ "a.tsx": [now("a.scss")], "b.tsx": [now("b.scss")] }, ["a.scss"]);
    expect(division).toEqual({ base: ["a.scss"], islands: { "x/b": ["b.scss"] } });
  });
});
