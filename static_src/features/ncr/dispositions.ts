import type { ApiResponse, ListFilters } from "../../api/types";

export type NcrDisposition = NonNullable<NonNullable<ApiResponse<"Ncr">["internal"]>["disposition"]>;

export const dispositions: Readonly<Record<NcrDisposition, string>> = {
  USE_AS_IS: "Use as is",
  REWORK: "Rework",
  SORT: "Sort",
  RETURN: "Return",
  SCRAP: "Scrap",
};

/** The address of the list with filters. */
export function ncrListHref(filters: { [name in keyof ListFilters<"/api/ncr">]?: string }): string {
  const query = Object.entries(filters).map(([name, value]) => `${name}=${encodeURIComponent(value ?? "")}`);
  return `/ncr?${query.join("&")}`;
}
