import type { ApiResponse } from "../../api/types";

export type Dashboard = ApiResponse<"Dashboard">;

/** State of a service that the product depends on. */
export type PartState = Dashboard["health"][number]["state"];

/** A mail template, and when it is sent. */
export type EmailTemplate = ApiResponse<"EmailTemplate">;

export type JobRow = ApiResponse<"JobRow">;
export type JobStatus = JobRow["status"];

/** Metrics of an organisation. */
export type Tenant = ApiResponse<"Tenant">;

export type Account = ApiResponse<"Account">;
export type AccountStatus = Account["status"];

export type MailRow = ApiResponse<"MailRow">;
export type MailStatus = MailRow["status"];

export type Mail = ApiResponse<"Mail">;
