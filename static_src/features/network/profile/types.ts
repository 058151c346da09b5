import type { Dumped } from "../../../api/typed";

/** The own organisation, as its set-up edits it. */
export type Organisation = Omit<Dumped<"Organisation">, "address"> & { address: Dumped<"Address"> | null };

/** A role: what it allows, and who has it. */
export type Role = Dumped<"Role">;
