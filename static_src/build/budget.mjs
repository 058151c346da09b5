import zlib from "node:zlib";

/** What a page may load in scripts before it works, gzip kB. */
const budget = 130;
const shell = ["shell/top-bar", "shell/overlays"];

/** Print each page's first load; say whether all are within the budget. */
export function checkBudget({ browser }) {
  const sizes = new Map(
    browser.files.map(({ name, contents }) => [name, zlib.gzipSync(contents, { level: 9 }).length / 1000]),
  );
  const total = (islands) => {
    const files = new Set([browser.entry, ...islands.flatMap((name) => browser.islands[name] ?? [])]);
    return [...files].reduce((sum, name) => sum + sizes.get(name), 0);
  };
  let good = true;
  for (const name of Object.keys(browser.islands)) {
    const size = total([name, ...shell]);
    if (size > budget) good = false;
    console.log(`${size.toFixed(2).padStart(7)} kB  ${name}${size > budget ? `  over ${budget} kB` : ""}`);
  }
  return good;
}
