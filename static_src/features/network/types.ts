import type { Dumped } from "../../api/typed";

/** The network as the API gives it (specification, section 3). */
type Address = Dumped<"Address">;

export type Tag = Dumped<"Tag">;

/** An organisation in a list. */
export type OrganisationRow = Omit<Dumped<"OrganisationRow">, "address"> & { address: Address | null };

/** A person; e-mail and phone only where a relationship above None exists. */
export type Contact = Dumped<"Contact">;

/** A relationship as its keeper sees it. */
export type Relationship = Dumped<"Relationship">;

/** An organisation with all that its page shows. */
export type Organisation = Omit<Dumped<"Organisation">, "address" | "relationship" | "users"> & {
  address: Address | null;
  relationship: Relationship | null;
  users: Contact[];
};

/** A row of the contacts. */
export type ContactRow = Dumped<"ContactRow">;

/** A user with all that their page shows. */
export type UserDetails = Omit<Dumped<"User">, "address"> & { address: Address | null };
