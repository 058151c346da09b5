/** Load the views of a list and its tools, which the server renders (`LatePart`). */
export const loadViewBar = () => import("./view-bar");
