import fs from "node:fs/promises";
import path from "node:path";
import esbuild from "esbuild";
import * as sass from "sass";
import { bySheetOrder, mount, sheetsOf } from "./graph.mjs";
import { contentHash } from "./hash.mjs";

const fontPackage = "node_modules/@fontsource-variable/inter";
const fontSheets = ["wght.css", "wght-italic.css"];

/** The font's own style sheets, with each file's address changed to its hashed name. */
async function buildFonts(root) {
  const sheets = await Promise.all(
    fontSheets.map((name) => fs.readFile(path.join(root, fontPackage, name), "utf8")),
  );
  let css = sheets.join("\n");
  const files = [];
  for (const [, file] of css.matchAll(/url\(\.\/files\/([^)]+)\)/g)) {
    const contents = await fs.readFile(path.join(root, fontPackage, "files", file));
    files.push({ name: file.replace(".woff2", `-${contentHash(contents)}.woff2`), contents, file });
  }
  for (const { name, file } of files) css = css.replace(`./files/${file}`, name);
  const latin = files.find(({ file }) => file === "inter-latin-wght-normal.woff2");
  return { css, files: files.map(({ name, contents }) => ({ name, contents })), preload: latin.name };
}

/** Islands of every page. */
const shell = ["shell/top-bar", "shell/overlays"];

/** A sheet beside a component of fewer bytes is in the base: a request of its own costs more than it. */
const small = 400;

/**
 * Which style sheets beside components go where: {base, islands}. What an island needs, at once or lazily, is in its
 * page's own sheet, so that nothing that appears later is ever without its styles; what the islands of every page
 * need is in the base.
 */
export async function divideSheets({ root, graph: { registry, inputs } }) {
  const islandSheets = new Map(
    [...registry].map(([name, source]) => [name, sheetsOf(inputs, sourceOf(inputs, source))]),
  );
  const all = [...new Set([...islandSheets.values()].flat())];
  const sizes = await Promise.all(all.map(async (sheet) => (await fs.stat(path.join(root, sheet))).size));
  const base = new Set([
    ...all.filter((_, index) => sizes[index] < small),
    ...sheetsOf(inputs, mount),
    ...shell.flatMap((name) => islandSheets.get(name)),
  ]);
  const islands = new Map(
    [...islandSheets]
      .map(([name, sheets]) => [name, sheets.filter((sheet) => !base.has(sheet))])
      .filter(([, sheets]) => sheets.length > 0),
  );
  return { base: [...base].sort(bySheetOrder), islands };
}

const sourceOf = (inputs, source) => [`${source}.tsx`, `${source}.ts`].find((name) => name in inputs);

/** Compile and minify Sass. */
export async function compileSheet({ root, source, before = "" }) {
  const compiled = await sass.compileStringAsync(source, {
    loadPaths: [path.join(root, "static_src/styles"), path.join(root, "node_modules"), root],
    quietDeps: true,
    // Bootstrap 5.3 is written in Sass's older module style; its own release notes ask for these to be quiet.
    silenceDeprecations: ["import", "global-builtin", "color-functions", "if-function"],
  });
  const { code } = await esbuild.transform(`${before}\n${compiled.css}`, {
    loader: "css",
    minify: true,
    target: ["chrome110", "firefox110", "safari16"],
    legalComments: "none",
  });
  return code;
}

const imports = (sheets) => ["setup", ...sheets].map((name) => `@import "${name}";`).join("\n");

/**
 * The base style sheet (Bootstrap through our tokens, the fonts, our own rules) and one for each set of sheets that
 * the page of an island needs besides. Gives back the files, and by island the name of its page's own sheet.
 */
export async function buildStyles({ root, graph }) {
  const fonts = await buildFonts(root);
  const { base, islands } = await divideSheets({ root, graph });
  const main = await fs.readFile(path.join(root, "static_src/styles/main.scss"), "utf8");
  const code = await compileSheet({ root, source: `${main}\n${imports(base)}`, before: fonts.css });
  const entry = `main-${contentHash(code)}.css`;
  const files = new Map([[entry, code]]);
  const sheets = {};
  const made = new Map();
  for (const [name, own] of [...islands].sort()) {
    const source = imports(own);
    if (!made.has(source)) made.set(source, await compileSheet({ root, source }));
    sheets[name] = `page-${contentHash(made.get(source))}.css`;
    files.set(sheets[name], made.get(source));
  }
  return {
    entry,
    sheets,
    font: fonts.preload,
    files: [...[...files].map(([name, contents]) => ({ name, contents })), ...fonts.files],
  };
}
