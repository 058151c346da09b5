import type { ApiResponse } from "../../api/types";

export type Tag = ApiResponse<"Tag">;

/** Row of the directory. */
export type OrganisationRow = ApiResponse<"OrganisationRow">;

/** A person; e-mail and phone only if a relationship above None exists. */
export type Contact = ApiResponse<"Contact">;

/** A relationship, as its owner sees it. */
export type Relationship = ApiResponse<"Relationship">;

/** An organisation with everything that its page shows. */
export type Organisation = ApiResponse<"Organisation">;

/** Row of the contact list. */
export type ContactRow = ApiResponse<"ContactRow">;

/** A user with everything that their page shows. */
export type UserDetails = ApiResponse<"User">;
