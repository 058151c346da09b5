import type { ListFilters } from "../../../api/types";

/** Filters of the directory in the query string, with their defaults. All Organisations is on while no level is on. */
export const directoryDefaults = {
  name: "",
  city: "",
  country: "",
  allOrganisations: "",
  evaluationSuppliers: "false",
  approvedSuppliers: "false",
  preferredSuppliers: "false",
  contractedSuppliers: "false",
  notInvited: "false",
  sort: "name",
} satisfies ListFilters<"/api/organisation">;

export type DirectoryFilters = typeof directoryDefaults;

export const levelSwitches = [
  ["evaluationSuppliers", "Evaluation suppliers"],
  ["approvedSuppliers", "Approved suppliers"],
  ["preferredSuppliers", "Preferred suppliers"],
  ["contractedSuppliers", "Contracted suppliers"],
] as const;

export type LevelSwitch = (typeof levelSwitches)[number][0];

const levelsOn = Object.fromEntries(levelSwitches.map(([name]) => [name, "true"]));
const levelsOff = Object.fromEntries(levelSwitches.map(([name]) => [name, "false"]));

/**
 * Return the filters after a switch was turned on or off. All Organisations clears the four levels, and a level
 * clears All Organisations (specification, section 4, Network relationship filters). Turning All Organisations off
 * turns all levels on, because without a level the list contains all organisations.
 */
export function turned(name: "allOrganisations" | LevelSwitch, on: boolean): Partial<DirectoryFilters> {
  if (name === "allOrganisations") {
    return on ? { ...levelsOff, allOrganisations: "" } : { ...levelsOn, allOrganisations: "false" };
  }
  if (!on) return { [name]: "false" };
  return { allOrganisations: "false", [name]: "true" };
}

/** Return true if All Organisations is on, or if no level is on, because then the list contains all organisations. */
export function isAllOrganisations(filters: DirectoryFilters): boolean {
  if (filters.allOrganisations === "true") return true;
  return levelSwitches.every(([name]) => filters[name] !== "true");
}

/** Return true if any filter is set. */
export function isFiltered(filters: DirectoryFilters, tags: readonly string[]): boolean {
  return countFilters(filters, tags) > 0;
}

export function countFilters(filters: DirectoryFilters, tags: readonly string[]): number {
  const texts = [filters.name, filters.city, filters.country].filter(Boolean).length;
  const levels = levelSwitches.filter(([name]) => filters[name] === "true").length;
  return texts + levels + (tags.length > 0 ? 1 : 0) + (filters.notInvited === "true" ? 1 : 0);
}

/** Query parameters that reset every filter. */
export const allOff: Record<string, null> = Object.fromEntries(
  ["tags", "page", ...Object.keys(directoryDefaults).filter((name) => name !== "sort")].map((name) => [
    name,
    null,
  ]),
);

/** Return the current query of the list, without empty filters. */
export function queryOf(
  { sort: _sort, ...filters }: DirectoryFilters,
  tags: readonly string[],
): Record<string, string | string[]> {
  const set = Object.entries(filters).filter(([, value]) => value !== "" && value !== "false");
  return { ...Object.fromEntries(set), ...(tags.length > 0 ? { tags: [...tags] } : {}) };
}

/** Return the filters in words: "name or own number steel, Approved suppliers, tag critical". */
export function filterText(filters: DirectoryFilters, tags: readonly string[]): string {
  const { name, city, country } = filters;
  const levels = levelSwitches.flatMap(([key, label]) => (filters[key] === "true" ? [label] : []));
  return [
    ...(name ? [`name or own number ${name}`] : []),
    ...(city ? [`city contains ${city}`] : []),
    ...(country ? [`country ${country}`] : []),
    ...(filters.notInvited === "true" ? ["not invited yet"] : []),
    ...(levels.length > 0 ? [levels.join(" or ")] : []),
    ...tags.map((tag) => `tag ${tag}`),
  ].join(", ");
}
