import zlib from "node:zlib";

/** The maximum size of the scripts that a page loads before it is usable, gzip kB. */
const scriptBudget = 130;
/** The maximum size of the base style sheet, and of all style sheets of a page, gzip kB. */
const baseBudget = 20;
const styleBudget = 26.7;
const shell = ["shell/top-bar", "shell/overlays"];
/** The pages of guests have the layout `plain`, without the top bar. */
const guestPages = [
  "rfx/guest",
  "rfx/part",
  "requests/guest-evaluation",
  "documents/guest",
  "corrective-action/guest",
];
const guestShell = ["shell/overlays"];

const sizesOf = (files) =>
  new Map(files.map(({ name, contents }) => [name, zlib.gzipSync(contents, { level: 9 }).length / 1000]));

/** Print the first load of each page. Returns true if all are within the budgets. */
export function checkBudget({ browser, styles }) {
  const sizes = sizesOf([...browser.files, ...styles.files]);
  const scriptsOf = (islands) => {
    const files = new Set([browser.entry, ...islands.flatMap((name) => browser.islands[name] ?? [])]);
    return [...files].reduce((sum, name) => sum + sizes.get(name), 0);
  };
  let isWithinBudget = true;
  const print = (name, size, budget) => {
    const over = size > budget;
    if (over) isWithinBudget = false;
    console.log(`${size.toFixed(2).padStart(7)} kB  ${name}${over ? `  over ${budget} kB` : ""}`);
  };
  const base = sizes.get(styles.entry);
  print("style sheet of every page", base, baseBudget);
  for (const name of Object.keys(browser.islands)) {
    // A page of development, which shows all widgets at once.
    if (name === "gallery/gallery") continue;
    print(
      `${name}, scripts`,
      scriptsOf([name, ...(guestPages.includes(name) ? guestShell : shell)]),
      scriptBudget,
    );
    print(`${name}, styles`, base + (sizes.get(styles.sheets[name]) ?? 0), styleBudget);
  }
  return isWithinBudget;
}
