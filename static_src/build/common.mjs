import fs from "node:fs/promises";
import path from "node:path";
import { mount, reach } from "./graph.mjs";

/** Only our own modules: what a package brings stays with those who use it. */
const own = /^static_src\/(ui|lib|api|domain|features)\/.*\.tsx?$/;
/** What at least this share of the islands needs is for all of them, so that it is one chunk. */
const share = 0.45;
/** A small module, of so many bytes, is for all where this share needs it: as a chunk of its own it costs more than itself. */
const small = 1_000;
const smallShare = 0.15;
/** What a page needs at least this share of, sooner or later, is loaded whole with the first lazy part of it. */
const most = 0.5;
/** The page of development that shows all of ui/: the chunks of the product's pages are made as if it did not exist. */
const gallery = "gallery/gallery";

/**
 * An esbuild plugin that keeps together what pages share. By itself esbuild makes a chunk for each set of entry points
 * that reaches a module, lazy ones included: dozens of files of a few hundred bytes for a page, which compress badly
 * and are asked for one by one. Here modules that the same islands need become one chunk, by letting each entry point
 * that needs one of them import all; a page loads the same modules as before.
 */
export function commonChunks({ root, graph }) {
  const { registry, inputs, entries } = graph;
  const islands = [...registry].flatMap(([name, source]) => (name === gallery ? [] : source));
  const pages = entries.filter((name) => islands.includes(name.replace(/\.tsx?$/, "")));
  const groups = groupsOf({ inputs, pages });
  const wanted = new Map(entries.map((entry) => [entry, groupsFor({ inputs, entry, pages, groups })]));
  return {
    name: "common-chunks",
    setup(build) {
      build.onResolve({ filter: /^common:/ }, ({ path: name }) => ({
        path: name.slice(7),
        namespace: "common",
      }));
      build.onLoad({ filter: /.*/, namespace: "common" }, ({ path: index }) => ({
        contents: groups[index].modules.map((name) => `import ${JSON.stringify(`./${name}`)};`).join("\n"),
        resolveDir: root,
      }));
      build.onLoad({ filter: /\.tsx?$/ }, async ({ path: file }) => {
        const indexes = wanted.get(path.relative(root, file));
        if (!indexes) return;
        const imports = indexes.map((index) => `import "common:${index}";\n`).join("");
        const source = await fs.readFile(file, "utf8");
        return { contents: imports + source, loader: file.endsWith("x") ? "tsx" : "ts" };
      });
    },
  };
}

/** Modules by the islands that need them at once: [{pages, modules}]; null pages stand for all. */
function groupsOf({ inputs, pages }) {
  const users = new Map();
  for (const page of pages) {
    for (const name of reach(inputs, page)) {
      if (own.test(name) && !pages.includes(name)) users.set(name, [...(users.get(name) ?? []), page]);
    }
  }
  const everywhere = reach(inputs, mount);
  const groups = new Map();
  for (const [name, all] of [...users].sort()) {
    const many = all.length >= pages.length * (inputs[name].bytes < small ? smallShare : share);
    // With a module goes the package that it needs: not to pages that do without.
    const light = [...reach(inputs, name)].every((part) => everywhere.has(part) || own.test(part));
    const key = many && light ? "all" : all.join();
    const group = groups.get(key) ?? { pages: many ? null : all, modules: [] };
    group.modules.push(name);
    groups.set(key, group);
  }
  return [...groups.values()].filter(({ modules }) => modules.length > 1);
}

/**
 * The groups that an entry point imports whole: those of which it needs a part, where its pages have the rest anyway,
 * or where only the group itself asks for it; and, where it is itself loaded lazily, those of which its pages come to need
 * most in the end.
 */
function groupsFor({ inputs, entry, pages, groups }) {
  const needed = reach(inputs, entry);
  const loaders = pages.filter((page) => reach(inputs, page, true).has(entry));
  const importers = Object.keys(inputs).filter((name) =>
    inputs[name].imports.some(({ kind, path: target }) => kind === "dynamic-import" && target === entry),
  );
  return groups.flatMap(({ pages: sharing, modules }, index) => {
    if (sharing === null) return index;
    // What every page loads, such as mount.tsx, brings nobody's modules along.
    if (loaders.length === 0) return [];
    const part = modules.filter((name) => needed.has(name));
    const isThere =
      part.length > 0 &&
      (loaders.every((page) => sharing.includes(page)) ||
        (importers.length > 0 && importers.every((name) => modules.includes(name))));
    const isMost =
      part.length > 0 &&
      !pages.includes(entry) &&
      loaders.every((page) => takesMost(inputs, reach(inputs, page, true), modules));
    return isThere || isMost ? index : [];
  });
}

function takesMost(inputs, reached, modules) {
  const bytesOf = (names) => names.reduce((sum, name) => sum + inputs[name].bytes, 0);
  return bytesOf(modules.filter((name) => reached.has(name))) >= most * bytesOf(modules);
}
