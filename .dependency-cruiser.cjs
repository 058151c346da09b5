/** The one way down: islands -> features -> domain -> ui -> lib, api. */
module.exports = {
  forbidden: [
    {
      name: "features-apart",
      comment: "Code that two features share belongs in domain, ui, lib or api",
      severity: "error",
      from: { path: "^static_src/features/([^/]+)/" },
      to: { path: "^static_src/features/", pathNot: "^static_src/features/$1/" },
    },
    {
      name: "nothing-imports-islands",
      severity: "error",
      from: { path: "^static_src/(features|domain|ui|lib|api)/" },
      to: { path: "^static_src/islands/" },
    },
    {
      name: "features-above-domain",
      severity: "error",
      from: { path: "^static_src/(domain|ui|lib|api)/" },
      to: { path: "^static_src/features/" },
    },
    {
      name: "domain-above-ui",
      comment: "A test may try a control through a widget of domain",
      severity: "error",
      from: { path: "^static_src/(ui|lib|api)/", pathNot: "\\.test\\.tsx?$" },
      to: { path: "^static_src/domain/" },
    },
    {
      name: "ui-above-lib-and-api",
      severity: "error",
      from: { path: "^static_src/(lib|api)/" },
      to: { path: "^static_src/ui/" },
    },
    {
      name: "ui-calls-no-api",
      comment: "A widget that knows an endpoint or its types belongs in domain; ui only shows errors",
      severity: "error",
      from: { path: "^static_src/ui/", pathNot: "\\.test\\.tsx?$" },
      to: { path: "^static_src/api/", pathNot: "^static_src/api/errors\\.ts$" },
    },
    {
      name: "no-circles",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "domain-ground-floor",
      comment: "The folders of domain have two floors, so that they cannot import each other in a circle",
      severity: "error",
      from: { path: "^static_src/domain/(bulk|events|people|places|rfx|uploads)/" },
      to: { path: "^static_src/domain/", pathNot: "^static_src/domain/$1/" },
    },
    {
      name: "domain-upper-floor",
      severity: "error",
      from: { path: "^static_src/domain/([^/]+)/" },
      to: {
        path: "^static_src/domain/",
        pathNot: "^static_src/domain/($1|bulk|events|people|places|rfx|uploads)/",
      },
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
        "The page's client is found, and loaded, through lib/state/queries alone; a test may take the connection away",
      severity: "error",
      from: { pathNot: "^static_src/lib/state/queries\\.ts$|\\.test\\.tsx$" },
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
