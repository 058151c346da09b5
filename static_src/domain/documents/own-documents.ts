import type { ApiResponse } from "../../api/types";

/** A document as customers see it. */
export type OwnDocument = ApiResponse<"Document">;

/** A document of the own organisation, with the customers who have it. */
export type ShelfDocument = ApiResponse<"ShelfDocument">;
