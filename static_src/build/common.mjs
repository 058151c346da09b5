import fs from "node:fs/promises";
import path from "node:path";
import { mount, reach } from "./graph.mjs";

/** Our own modules. Modules of packages stay in the chunks of their importers. */
const own = /^static_src\/(ui|lib|api|domain|features)\/.*\.tsx?$/;
/** A module that at least this share of the islands needs goes into the chunk of all islands. */
const share = 0.5;
/** For modules below `small` bytes a lower share is enough: a separate chunk would cost more than the module. */
const small = 1000;
const smallShare = 0.11;
/** If a page needs at least this share of a group, at once or lazily, it loads the whole group with the first lazy part. */
const most = 0.45;
/** The gallery imports all of ui/. Ignoring it here keeps the chunks of the product's pages as they would be without it. */
const gallery = "gallery/gallery";

/**
 * Return an esbuild plugin that groups shared modules. esbuild creates a chunk for each set of entry points that reaches a
 * module, including lazy ones: dozens of files of a few hundred bytes a page, which compress badly and cost a request
 * each. The plugin joins the modules that the same islands need into one chunk: each entry point that needs one of them
 * imports all. A page loads the same modules as before.
 */
export function commonChunks({ root, graph }) {
  const { registry, inputs, entries } = graph;
  const islands = [...registry].flatMap(([name, source]) => (name === gallery ? [] : source));
  const pages = entries.filter((name) => islands.includes(name.replace(/\.tsx?$/, "")));
  const groups = groupsOf({ inputs, pages });
  const groupsByEntry = new Map(entries.map((entry) => [entry, groupsFor({ inputs, entry, pages, groups })]));
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
        const indexes = groupsByEntry.get(path.relative(root, file));
        if (!indexes) return;
        const imports = indexes.map((index) => `import "common:${index}";\n`).join("");
        const source = await fs.readFile(file, "utf8");
        return { contents: imports + source, loader: file.endsWith("x") ? "tsx" : "ts" };
      });
    },
  };
}

/** Group modules by the islands that import them statically: [{pages, modules}]; `pages` is null for all islands. */
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
    // A module that imports a package would add the package to pages that do not need it.
    const light = [...reach(inputs, name)].every((part) => everywhere.has(part) || own.test(part));
    const key = many && light ? "all" : all.join();
    const group = groups.get(key) ?? { pages: many ? null : all, modules: [] };
    group.modules.push(name);
    groups.set(key, group);
  }
  return [...groups.values()].filter(({ modules }) => modules.length > 1);
}

/**
 * Return the indexes of the groups that an entry point imports completely. It needs a part of the group, and either its
 * pages load the rest anyway, or only modules of the group import it, or (for lazy entry points) its pages will need most
 * of the group.
 */
function groupsFor({ inputs, entry, pages, groups }) {
  const needed = reach(inputs, entry);
  const loaders = pages.filter((page) => reach(inputs, page, true).has(entry));
  const importers = Object.keys(inputs).filter((name) =>
    inputs[name].imports.some(({ kind, path: target }) => kind === "dynamic-import" && target === entry),
  );
  return groups.flatMap(({ pages: sharing, modules }, index) => {
    if (sharing === null) return index;
    // An entry point of every page, such as mount.tsx, must not import modules of single islands.
    if (loaders.length === 0) return [];
    const part = modules.filter((name) => needed.has(name));
    const isLoadedAnyway =
      part.length > 0 &&
      (loaders.every((page) => sharing.includes(page)) ||
        (importers.length > 0 && importers.every((name) => modules.includes(name))));
    const isMostlyNeeded =
      part.length > 0 &&
      !pages.includes(entry) &&
      loaders.every((page) => needsMost(inputs, reach(inputs, page, true), modules));
    return isLoadedAnyway || isMostlyNeeded ? index : [];
  });
}

function needsMost(inputs, reached, modules) {
  const bytesOf = (names) => names.reduce((sum, name) => sum + inputs[name].bytes, 0);
  return bytesOf(modules.filter((name) => reached.has(name))) >= most * bytesOf(modules);
}
