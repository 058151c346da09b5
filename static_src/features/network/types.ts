import type { ApiResponse } from "../../api/types";

/** The network as the API gives it (specification, section 3). */
export type Tag = ApiResponse<"Tag">;

/** An organisation in a list. */
export type OrganisationRow = ApiResponse<"OrganisationRow">;

/** A person; e-mail and phone only where a relationship above None exists. */
export type Contact = ApiResponse<"Contact">;

/** A relationship as its keeper sees it. */
export type Relationship = ApiResponse<"Relationship">;

/** An organisation with all that its page shows. */
export type Organisation = ApiResponse<"Organisation">;

/** A row of the contacts. */
export type ContactRow = ApiResponse<"ContactRow">;

/** A user with all that their page shows. */
export type UserDetails = ApiResponse<"User">;
