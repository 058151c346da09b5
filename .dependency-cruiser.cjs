/** The one way down: islands -> features -> ui, lib, api; features never import each other. */
module.exports = {
  forbidden: [
    {
      name: "features-apart",
      comment: "What two features share belongs in ui, lib or api",
      severity: "error",
      from: { path: "^static_src/features/([^/]+)/" },
      to: { path: "^static_src/features/", pathNot: "^static_src/features/$1/" },
    },
    {
      name: "nothing-imports-islands",
      severity: "error",
      from: { path: "^static_src/(features|ui|lib|api)/" },
      to: { path: "^static_src/islands/" },
    },
    {
      name: "ground-floor-below-features",
      severity: "error",
      from: { path: "^static_src/(ui|lib|api)/" },
      to: { path: "^static_src/features/" },
    },
    {
      name: "lib-and-api-below-ui",
      severity: "error",
      from: { path: "^static_src/(lib|api)/" },
      to: { path: "^static_src/ui/" },
    },
    {
      name: "no-circles",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "no-bootstrap-scripts",
      comment: "React Bootstrap draws the controls; Bootstrap's own script beside it would fight over them",
      severity: "error",
      from: {},
      to: { path: "^node_modules/bootstrap/(dist/)?js" },
    },
    {
      name: "react-bootstrap-by-path",
      comment: "The package's index pulls every component into the first load",
      severity: "error",
      from: {},
      to: { path: "^node_modules/react-bootstrap/(esm|cjs)/index\\.js$" },
    },
    {
      name: "queries-by-the-page",
      comment:
        "The page's client is found, and loaded, through lib/queries alone; a test may take the connection away",
      severity: "error",
      from: { pathNot: "^static_src/lib/queries\\.ts$|\\.test\\.tsx$" },
      to: { path: "^node_modules/@tanstack/" },
    },
    {
      name: "tests-are-leaves",
      severity: "error",
      from: { pathNot: "\\.test\\.tsx?$|^static_src/testing/" },
      to: { path: "\\.test\\.tsx?$|^static_src/testing/" },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^static_src/build" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "browser", "default"] },
  },
};
