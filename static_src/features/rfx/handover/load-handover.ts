/** Load 'Not the right person?' and the state of the hand-over; the server renders them at once (islands/server.tsx). */
export const loadHandover = () => import("./handover");
