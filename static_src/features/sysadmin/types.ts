import type { ApiResponse } from "../../api/types";

/** What the sysadmin calls answer. */
export type Dashboard = ApiResponse<"Dashboard">;

/** How one of the parts is that the product stands on. */
export type PartState = Dashboard["health"][number]["state"];

/** A template, and when it is sent. */
export type EmailTemplate = ApiResponse<"EmailTemplate">;

export type JobRow = ApiResponse<"JobRow">;
export type JobStatus = JobRow["status"];

export type QueueCount = { name: string; status: JobStatus; count: number };

/** An organisation in numbers. */
export type Tenant = ApiResponse<"Tenant">;

/** A user's account. */
export type Account = ApiResponse<"Account">;
export type AccountStatus = Account["status"];

export type MailRow = ApiResponse<"MailRow">;
export type MailStatus = MailRow["status"];

export type Mail = ApiResponse<"Mail">;
