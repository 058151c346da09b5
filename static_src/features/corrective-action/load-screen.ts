/** Load the screen of a corrective action, which the server renders into the page. */
export const loadScreen = () => import("./action-screen");
