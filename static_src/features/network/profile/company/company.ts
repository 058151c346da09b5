import type { ApiResponse } from "../../../../api/types";

/** The company sign-in of the organisation, as returned by GET /api/companySignIn. */
export type Company = ApiResponse<"CompanySignIn">;
