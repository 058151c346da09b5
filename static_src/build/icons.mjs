import fs from "node:fs/promises";
import path from "node:path";
import esbuild from "esbuild";
import { contentHash } from "./hash.mjs";

/** Read ui/icons.ts: {name: file name in bootstrap-icons}. */
async function readIconNames(root) {
  const source = await fs.readFile(path.join(root, "static_src/ui/icons.ts"), "utf8");
  const { code } = await esbuild.transform(source, { loader: "ts", format: "esm" });
  const module = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  return module.icons;
}

/** Build the SVG sprite with one symbol for each icon; the id of the symbol is the icon's name. */
export async function buildIcons({ root }) {
  const names = await readIconNames(root);
  const symbols = await Promise.all(
    Object.entries(names).map(async ([meaning, file]) => {
      const svg = await fs.readFile(
        path.join(root, `node_modules/bootstrap-icons/icons/${file}.svg`),
        "utf8",
      );
      const [, viewBox] = svg.match(/viewBox="([^"]+)"/);
      const inner = svg.replace(/^[^>]*>/, "").replace(/<\/svg>\s*$/, "");
      return `<symbol id="${meaning}" viewBox="${viewBox}">${inner.replace(/\n\s*/g, "")}</symbol>`;
    }),
  );
  const contents = `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join("")}</svg>\n`;
  return { name: `icons-${contentHash(contents)}.svg`, contents };
}
