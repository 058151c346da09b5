/** Load the parts of the page about earlier answers: of the last round, and to reuse. Many RFxs have none. */
export const loadCarried = () => import("./carried");
