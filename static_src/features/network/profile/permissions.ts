import type { Role } from "./types";

export type Permission = Role["permissions"][number];

/** Label and explanation of each permission, in display order. */
export const permissionTexts: Record<Permission, { label: string; hint: string }> = {
  MANAGE_USERS: { label: "Manage users", hint: "Add, edit and suspend people, send invitations again" },
  MANAGE_ORGANISATION: { label: "Manage the organisation", hint: "Set-up, logo and roles" },
  MANAGE_RELATIONSHIPS: {
    label: "Manage relationships",
    hint: "Invite suppliers; levels, tags, notes and custom fields",
  },
  MANAGE_FORMS: { label: "Manage forms", hint: "Forms, bundles and the library of questions" },
  SEND_RFX: { label: "Send RFxs", hint: "Send, remind, reopen, deadlines and follow-ups" },
  ANSWER_RFX: { label: "Answer RFxs", hint: "Answer questions and upload files" },
  SUBMIT_RFX: { label: "Submit RFxs", hint: "Submit, decline and sign" },
  MANAGE_ASSESSMENTS: { label: "Manage assessments", hint: "Create and close assessments" },
  MANAGE_NCRS: { label: "Manage non-conformances", hint: "Raise, edit and resolve them" },
  SEND_MESSAGES: { label: "Send messages", hint: "Write to other organisations and to colleagues" },
  MANAGE_INTEGRATIONS: {
    label: "Manage security and integrations",
    hint: "Rules for signing in, API keys and webhooks",
  },
};

export const permissions = Object.keys(permissionTexts) as Permission[];
