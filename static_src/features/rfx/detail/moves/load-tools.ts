/** Load the menus in the title row, which the server renders (`LatePart`). */
export const loadTools = () => import("./tool-menus");
