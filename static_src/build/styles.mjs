import fs from "node:fs/promises";
import path from "node:path";
import esbuild from "esbuild";
import * as sass from "sass";
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

/** The main style sheet's source, with an import of each one that lives beside a component. */
async function mainSource(root) {
  const main = await fs.readFile(path.join(root, "static_src/styles/main.scss"), "utf8");
  const beside = [];
  for (const folder of ["ui", "features"]) {
    const names = await fs.readdir(path.join(root, "static_src", folder), { recursive: true });
    beside.push(
      ...names
        .filter((name) => name.endsWith(".scss"))
        .map((name) => `../${folder}/${name}`)
        .sort(),
    );
  }
  return [main, ...beside.map((name) => `@import "${name}";`)].join("\n");
}

/** Bootstrap through our tokens, the fonts and our own rules, as one minified style sheet. */
export async function buildStyles({ root }) {
  const fonts = await buildFonts(root);
  const compiled = await sass.compileStringAsync(await mainSource(root), {
    loadPaths: [path.join(root, "static_src/styles"), path.join(root, "node_modules")],
    quietDeps: true,
    // Bootstrap 5.3 is written in Sass's older module style; its own release notes ask for these to be quiet.
    silenceDeprecations: ["import", "global-builtin", "color-functions", "if-function"],
  });
  const { code } = await esbuild.transform(`${fonts.css}\n${compiled.css}`, {
    loader: "css",
    minify: true,
    target: ["chrome110", "firefox110", "safari16"],
    legalComments: "none",
  });
  const entry = `main-${contentHash(code)}.css`;
  return { entry, font: fonts.preload, files: [{ name: entry, contents: code }, ...fonts.files] };
}
