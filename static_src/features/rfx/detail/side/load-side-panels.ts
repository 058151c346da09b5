/** Load the panels with the responses and the follow-up tasks; the server renders them at once (islands/server.tsx). */
export const loadSidePanels = () => import("./side-panels");
