import type { ListFilters } from "../../api/types";

export const filtersOff = {
  search: "",
  pending: "false",
  inProgress: "false",
  resolved: "false",
  deleted: "false",
  critical: "false",
  major: "false",
  minor: "false",
  due: "",
  party: "",
  supplierName: "",
  partNumber: "",
  defectCodeId: "",
  dispositions: "",
  recurring: "false",
  eventFrom: "",
  eventTo: "",
} satisfies { [name in keyof ListFilters<"/api/ncr">]?: string };

export const defaults = { ...filtersOff, sort: "-ref" };

export type NcrFilters = typeof defaults;
