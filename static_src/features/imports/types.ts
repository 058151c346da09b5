import type { ApiBody, ApiResponse } from "../../api/types";
import type { Tone } from "../../ui/badge";
import type { IconName } from "../../ui/icons";

export type SupplierImport = ApiResponse<"SupplierImport">;
export type ImportBrief = ApiResponse<"SupplierImportBrief">;
export type ImportRow = ApiResponse<"SupplierImportRow">;
export type ImportSheet = SupplierImport["sheets"][number];
export type SheetMapping = SupplierImport["mapping"][number];
export type ColumnTarget = SheetMapping["columns"][number];
export type Target = NonNullable<ColumnTarget["target"]>;
export type Outcome = Exclude<ImportRow["outcome"], null>;
export type Decision = ApiBody<"SupplierRowDecision">["decision"];

/** The planned effects, in the order of their tabs. */
export const outcomes: Record<Outcome, { label: string; tone: Tone; icon: IconName }> = {
  CREATE: { label: "Create", tone: "ok", icon: "add" },
  UPDATE: { label: "Update", tone: "info", icon: "edit" },
  ADD: { label: "Add to my network", tone: "ok", icon: "network" },
  ASK: { label: "Ask", tone: "wait", icon: "warning" },
  WRONG: { label: "Wrong", tone: "bad", icon: "error" },
  SAME: { label: "Same", tone: "none", icon: "completed" },
  LEFT_OUT: { label: "Left out", tone: "none", icon: "none" },
};

export const stateLabels: Record<SupplierImport["state"], string> = {
  READING: "Reading",
  MAPPING: "Columns",
  PLANNING: "Checking",
  READY: "Planned",
  RUNNING: "Running",
  DONE: "Imported",
  UNDONE: "Undone",
  FAILED: "Failed",
};

/** The fields of suppliers and of their contacts, as the server names them in its sentences. */
export const targets: readonly { group: string; fields: readonly [Target, string][] }[] = [
  {
    group: "Supplier",
    fields: [
      ["EXTERNAL_REF", "Own supplier number"],
      ["NAME", "Name"],
      ["LEVEL", "Level"],
      ["OWNER", "Owner"],
      ["TAGS", "Tags"],
      ["NOTES", "Notes"],
      ["TAX_NUMBER", "VAT or tax number"],
      ["REGISTRATION_NUMBER", "Registration number"],
      ["DUNS", "D-U-N-S number"],
      ["LEI", "LEI"],
      ["WEBSITE", "Website"],
      ["CURRENCY", "Currency"],
      ["LINE1", "Street"],
      ["LINE2", "Address line 2"],
      ["ZIPCODE", "Postcode"],
      ["CITY", "City"],
      ["REGION", "Region"],
      ["COUNTRY", "Country"],
    ],
  },
  {
    group: "Contact",
    fields: [
      ["CONTACT_NAME", "Contact name"],
      ["CONTACT_FIRST_NAME", "Contact first name"],
      ["CONTACT_LAST_NAME", "Contact last name"],
      ["CONTACT_EMAIL", "Contact e-mail"],
      ["CONTACT_PHONE", "Contact phone"],
      ["CONTACT_MOBILE", "Contact mobile"],
      ["CONTACT_JOB_TITLE", "Contact job title"],
    ],
  },
];
