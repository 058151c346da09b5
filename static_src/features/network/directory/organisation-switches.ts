import type { ListFilters } from "../../../api/types";

/** The directory's filters in the address, with their defaults: All Organisations is on as long as no level is. */
export const directoryDefaults = {
  name: "",
  city: "",
  country: "",
  allOrganisations: "",
  evaluationSuppliers: "false",
  approvedSuppliers: "false",
  preferredSuppliers: "false",
  contractedSuppliers: "false",
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
 * Turning All Organisations on clears the four levels; turning a level on clears All Organisations
 * (specification, section 4, Network relationship filters). Turning All Organisations off turns the levels on, for
 * without a level all organisations are listed.
 */
export function turned(name: "allOrganisations" | LevelSwitch, on: boolean): Partial<DirectoryFilters> {
  if (name === "allOrganisations") {
    return on ? { ...levelsOff, allOrganisations: "" } : { ...levelsOn, allOrganisations: "false" };
  }
  if (!on) return { [name]: "false" };
  return { allOrganisations: "false", [name]: "true" };
}

/** Whether the switch of All Organisations is on: also where no level is, for then all are listed. */
export function isAll(filters: DirectoryFilters): boolean {
  if (filters.allOrganisations === "true") return true;
  return levelSwitches.every(([name]) => filters[name] !== "true");
}

/** Whether the list is narrowed in any way. */
export function isFiltered(filters: DirectoryFilters, tags: readonly string[]): boolean {
  return countFilters(filters, tags) > 0;
}

export function countFilters(filters: DirectoryFilters, tags: readonly string[]): number {
  const texts = [filters.name, filters.city, filters.country].filter(Boolean).length;
  const levels = levelSwitches.filter(([name]) => filters[name] === "true").length;
  return texts + levels + (tags.length > 0 ? 1 : 0);
}

/** What takes every filter out of the address. */
export const allOff: Record<string, null> = Object.fromEntries(
  ["tags", "page", ...Object.keys(directoryDefaults).filter((name) => name !== "sort")].map((name) => [
    name,
    null,
  ]),
);
