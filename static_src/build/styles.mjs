import fs from "node:fs/promises";
import path from "node:path";
import esbuild from "esbuild";
import * as sass from "sass";
import { bySheetOrder, mount, sheetsOf } from "./graph.mjs";
import { contentHash } from "./hash.mjs";

const fontPackage = "node_modules/@fontsource-variable/inter";
const fontSheets = ["wght.css", "wght-italic.css"];

/**
 * Read the style sheets of the font and replace file names by hashed ones. Returns {css, files, preload}. The preloaded
 * file never replaces text that is already on the screen, because its different widths would move the page; a visitor
 * whose first page is too early for it sees that page in the system's font.
 */
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
  const latin = files.find(({ file }) => file === "inter-latin-wght-normal.woff2");
  css = css.replace(/@font-face \{[^}]*\}/g, (face) =>
    face.includes(latin.file) ? face.replace("font-display: swap", "font-display: optional") : face,
  );
  for (const { name, file } of files) css = css.replace(`./files/${file}`, name);
  return { css, files: files.map(({ name, contents }) => ({ name, contents })), preload: latin.name };
}

/** The islands of every page. */
const shell = ["shell/top-bar", "shell/overlays"];

/** Bytes. Smaller sheets go into the base sheet, because a separate request costs more. */
const small = 400;

/**
 * Divide the style sheets of components: {base, islands}. The sheet of a page contains the styles of all modules that its
 * island loads, at once or lazily, so that lazy content is never unstyled. The styles of the islands of every page are in
 * the base sheet.
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
    // Bootstrap 5.3 uses deprecated Sass features; its release notes recommend to silence these warnings.
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

/** The sheet of the palette, which only loads when it is opened (islands/early-find.ts): no component imports it. */
const paletteSheet = "static_src/styles/find.scss";

const imports = (sheets) => ["setup", ...sheets].map((name) => `@import "${name}";`).join("\n");

/**
 * Build the base style sheet (Bootstrap with our tokens, the fonts, our rules) and one sheet for each set of sheets that
 * the page of an island needs in addition. Returns {entry, palette, sheets, font, files}; `sheets` has the sheet's name by island.
 */
export async function buildStyles({ root, graph }) {
  const fonts = await buildFonts(root);
  const { base, islands } = await divideSheets({ root, graph });
  const main = await fs.readFile(path.join(root, "static_src/styles/main.scss"), "utf8");
  const code = await compileSheet({ root, source: `${main}\n${imports(base)}`, before: fonts.css });
  const entry = `main-${contentHash(code)}.css`;
  const files = new Map([[entry, code]]);
  const paletteCode = await compileSheet({ root, source: imports([paletteSheet]) });
  const palette = `find-${contentHash(paletteCode)}.css`;
  files.set(palette, paletteCode);
  const sheets = {};
  const compiled = new Map();
  for (const [name, own] of [...islands].sort()) {
    const source = imports(own);
    if (!compiled.has(source)) compiled.set(source, await compileSheet({ root, source }));
    sheets[name] = `page-${contentHash(compiled.get(source))}.css`;
    files.set(sheets[name], compiled.get(source));
  }
  return {
    entry,
    palette,
    sheets,
    font: fonts.preload,
    files: [...[...files].map(([name, contents]) => ({ name, contents })), ...fonts.files],
  };
}
