import fs from "node:fs/promises";
import path from "node:path";
import esbuild from "esbuild";

/** The module that every page loads first. */
export const mount = "static_src/islands/mount.tsx";

const isSheet = (name) => name.endsWith(".scss");

/** Read the names and source files (without extension) of the islands from the registry. */
async function readRegistry(root) {
  const source = await fs.readFile(path.join(root, "static_src/islands/registry.ts"), "utf8");
  const files = new Map(
    [...source.matchAll(/^import (\w+) from "(\.[^"]+)";$/gm)].map(([, component, file]) => [
      component,
      file,
    ]),
  );
  const entries = [...source.matchAll(/^ {2}"([a-z-]+\/[a-z-]+)": (\w+),$/gm)];
  return new Map(
    entries.map(([, name, component]) => [name, path.posix.join("static_src/islands", files.get(component))]),
  );
}

/**
 * Read the import graph: {registry, inputs, entries}. `inputs` are esbuild's, by path; `entries` are the paths of the
 * islands, of mount.tsx and of all lazily imported modules.
 */
export async function readGraph({ root, options }) {
  const registry = await readRegistry(root);
  const { metafile } = await esbuild.build({
    ...options,
    entryPoints: [mount, ...[...registry.values()].map((source) => `./${source}`)],
    outdir: path.join(root, "app/static/build"),
    splitting: true,
    format: "esm",
    minify: false,
    metafile: true,
    write: false,
  });
  const { inputs, outputs } = metafile;
  return { registry, inputs, entries: Object.values(outputs).flatMap(({ entryPoint }) => entryPoint ?? []) };
}

function visit(inputs, entry, lazily) {
  const seen = new Set([entry]);
  for (const name of seen) {
    for (const { kind, path: target } of inputs[name].imports) {
      if (target in inputs && (kind === "import-statement" || (lazily && kind === "dynamic-import"))) {
        seen.add(target);
      }
    }
  }
  return seen;
}

/** Return the modules that an entry point loads; with `lazily` also those that it may load later. */
export function reach(inputs, entry, lazily = false) {
  return new Set([...visit(inputs, entry, lazily)].filter((name) => !isSheet(name)));
}

const layers = ["features", "domain", "ui"];

/**
 * Compare paths of style sheets in the order of the cascade: features before domain and ui, so that the page of a feature
 * does not restyle a widget; within a layer the files of a folder before its sub-folders, so that inner sheets override
 * outer ones.
 */
export function bySheetOrder(first, second) {
  const keyOf = (sheet) => {
    const parts = sheet.split("/");
    const folders = parts.slice(0, -1).map((folder) => `1${folder}`);
    return [layers.indexOf(parts[1]), ...folders, `0${parts.at(-1)}`].join("/");
  };
  return keyOf(first) < keyOf(second) ? -1 : 1;
}

/** Return the style sheets of all modules that an entry point loads, at once or later, in the order of the cascade. */
export function sheetsOf(inputs, entry) {
  return [...visit(inputs, entry, true)].filter(isSheet).sort(bySheetOrder);
}
