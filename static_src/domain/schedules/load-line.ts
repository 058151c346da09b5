/** Load the line with the schedule of an RFx, which the server renders (`LatePart`). */
export const loadScheduleLine = () => import("./schedule-line");
