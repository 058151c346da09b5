/**
 * Builds the files for the browser and the server-side renderer into app/static/build.
 *
 *   node static_src/build.mjs               build
 *   node static_src/build.mjs --check-size  build, print the first load of each page, fail if one exceeds its budget
 *
 * Every file name except manifest.json and ssr.js contains a hash of the content. So the same source produces the same
 * folder, byte for byte, and the files can be cached permanently. The build needs no network.
 */
import fs from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { checkBudget } from "./build/budget.mjs";
import { compressAll } from "./build/compress.mjs";
import { readGraph } from "./build/graph.mjs";
import { buildIcons } from "./build/icons.mjs";
import { buildBrowserScripts, buildEarlyScript, buildServerScript, sharedOptions } from "./build/scripts.mjs";
import { buildStyles } from "./build/styles.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const outDir = path.join(root, "app/static/build");
const publicPath = "/static/build/";

/** Delete files of earlier builds. */
async function removeStale(names) {
  const current = new Set(names.flatMap((name) => [name, `${name}.br`]));
  for (const name of await fs.readdir(outDir)) {
    if (!current.has(name)) await fs.rm(path.join(outDir, name));
  }
}

async function main() {
  const started = performance.now();
  await fs.mkdir(outDir, { recursive: true });

  const icons = await buildIcons({ root });
  const options = sharedOptions({ root, iconsUrl: publicPath + icons.name });
  const graph = await readGraph({ root, options });
  const [styles, browser, early, server] = await Promise.all([
    buildStyles({ root, graph }),
    buildBrowserScripts({ root, outDir, options, graph }),
    buildEarlyScript({ options }),
    buildServerScript({ root, options }),
  ]);

  const files = [icons, ...styles.files, ...browser.files, server];
  const manifest = {
    "mount.js": browser.entry,
    "main.css": styles.entry,
    "find.css": styles.palette,
    "icons.svg": icons.name,
    "font.woff2": styles.font,
    early,
    islands: browser.islands,
    modules: browser.modules,
    sheets: styles.sheets,
  };
  files.push({ name: "manifest.json", contents: `${JSON.stringify(manifest, null, 2)}\n` });

  const compressed = await compressAll({ files: files.filter(({ name }) => name !== "ssr.js"), outDir });
  await Promise.all(
    [...files, ...compressed].map(({ name, contents }) => fs.writeFile(path.join(outDir, name), contents)),
  );
  await removeStale(files.map(({ name }) => name));

  console.log(`${files.length} files in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  if (process.argv.includes("--check-size") && !checkBudget({ browser, styles })) process.exitCode = 1;
}

await main();
