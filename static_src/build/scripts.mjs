import path from "node:path";
import esbuild from "esbuild";
import { commonChunks } from "./common.mjs";
import { mount } from "./graph.mjs";

/** The esbuild options for browser and server. Style sheets are built separately (styles.mjs). */
export const sharedOptions = ({ root, iconsUrl }) => ({
  absWorkingDir: root,
  loader: { ".scss": "empty" },
  bundle: true,
  minify: true,
  jsx: "automatic",
  legalComments: "none",
  logLevel: "warning",
  define: {
    "process.env.NODE_ENV": '"production"',
    __ICONS_URL__: JSON.stringify(iconsUrl),
  },
});

/** Return an output and all outputs that it imports statically. */
function closure(outputs, start) {
  const seen = new Set([start]);
  for (const file of seen) {
    for (const { path: target, kind } of outputs[file].imports) {
      if (kind === "import-statement" && target in outputs) seen.add(target);
    }
  }
  return [...seen];
}

/**
 * Build the scripts of the browser: mount.js, a module for each island, and chunks for lazy imports. A page contains the
 * module names of its islands only. Returns the files and, for each island, its module and the files to preload in
 * addition to mount.js.
 */
export async function buildBrowserScripts({ root, outDir, options: shared, graph }) {
  const { registry } = graph;
  const entryPoints = { mount };
  for (const [name, source] of registry) entryPoints[name.replace("/", "-")] = `./${source}`;
  const options = {
    ...shared,
    entryPoints,
    outdir: outDir,
    entryNames: "[name]-[hash]",
    chunkNames: "chunk-[hash]",
    splitting: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    metafile: true,
    write: false,
  };
  const result = await esbuild.build({ ...options, plugins: [commonChunks({ root, graph })] });
  const { outputs } = result.metafile;
  const outputOf = new Map(
    Object.entries(outputs).map(([file, { entryPoint }]) => [entryPoint?.replace(/\.tsx?$/, ""), file]),
  );
  const entry = outputOf.get(mount.replace(/\.tsx?$/, ""));
  const islands = {};
  const modules = {};
  for (const [name, source] of [...registry].sort()) {
    const file = outputOf.get(source);
    if (!file) throw new Error(`The island ${name} is registered with ${source}, which makes no module`);
    modules[name] = path.basename(file);
    const needed = new Set([...closure(outputs, entry), ...closure(outputs, file)]);
    needed.delete(entry);
    islands[name] = [...needed].map((chunk) => path.basename(chunk)).sort();
  }
  return {
    entry: path.basename(entry),
    islands,
    modules,
    files: result.outputFiles.map(({ path: file, contents }) => ({ name: path.basename(file), contents })),
  };
}

/** Build the script that pages inline (islands/early.ts) and return its text. */
export async function buildEarlyScript({ options }) {
  const entryPoints = ["static_src/islands/early.ts"];
  const result = await esbuild.build({
    ...options,
    entryPoints,
    format: "iife",
    target: "es2022",
    write: false,
  });
  const text = result.outputFiles[0].text.trim();
  if (text.includes("</"))
    throw new Error("islands/early.ts would end the script element that it is inlined in");
  return text;
}

/** Leaves lazy imports out of the server script: the server never loads them, and the script needs less memory. */
const leaveOutLazy = {
  name: "leave-out-lazy",
  setup(build) {
    build.onResolve({ filter: /.*/ }, ({ kind, path: target }) =>
      kind === "dynamic-import" ? { path: target, external: true } : undefined,
    );
  },
};

/** Build the script that the web process evaluates to render islands. It defines the global function ssrRender. */
export async function buildServerScript({ root, options }) {
  const result = await esbuild.build({
    ...options,
    entryPoints: ["static_src/islands/server.tsx"],
    format: "iife",
    platform: "neutral",
    mainFields: ["module", "main"],
    plugins: [leaveOutLazy],
    target: "es2022",
    alias: {
      "react-dom/server": path.join(
        root,
        "node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js",
      ),
    },
    write: false,
  });
  return { name: "ssr.js", contents: result.outputFiles[0].contents };
}
