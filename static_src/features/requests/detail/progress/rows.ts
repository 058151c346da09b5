import type { SupplierRow } from "../../types";

/** The filters of the suppliers, as in the address of the page. */
export type ProgressFilters = {
  search: string;
  state: string;
  late: string;
  notOpened: string;
  followUps: string;
};

/** The state of a supplier in the filter: the status, or that it was withdrawn. */
const stateOf = ({ status, withdrawnReason }: SupplierRow): string =>
  withdrawnReason === null ? status : "WITHDRAWN";

/** Return text for comparisons that ignore case and accents. */
const folded = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase();

export function filterRows(rows: readonly SupplierRow[], filters: ProgressFilters): SupplierRow[] {
  const search = folded(filters.search.trim());
  return rows.filter(
    (row) =>
      (!search || folded(row.name).includes(search)) &&
      (!filters.state || stateOf(row) === filters.state) &&
      (filters.late !== "true" || row.isLate) &&
      (filters.notOpened !== "true" || isUnopened(row)) &&
      (filters.followUps !== "true" || row.followUps > 0),
  );
}

/** True for suppliers that have not opened the request; withdrawn and declined ones no longer matter. */
const isUnopened = (row: SupplierRow) =>
  !row.isOpened && row.withdrawnReason === null && row.status !== "DECLINED";

const stateOrder = ["COMPLETED", "INPROGRESS", "PENDING", "NEW", "EXPIRED", "DECLINED", "WITHDRAWN"];
const mailOrder = ["REFUSED", "WAITING", "NOT_SENT", "SENT"];

type Key = string | number | null;

/** The sort value of each column; null sorts last in both directions. */
const keys: Record<string, (row: SupplierRow) => Key> = {
  supplier: (row) => folded(row.name),
  answered: ({ completion }) => completion?.percent ?? null,
  state: (row) => stateOrder.indexOf(stateOf(row)),
  activity: ({ people, lastActivity }) =>
    people.length > 0 ? Number.MAX_SAFE_INTEGER : lastActivity && Date.parse(lastActivity),
  mail: ({ mail }) => mailOrder.indexOf(mail.state),
  deadline: ({ deadline }) => deadline && Date.parse(deadline),
  followUps: ({ followUps }) => followUps,
  score: ({ score }) => score,
};

/** Sort by a column, then by name. */
export function sortRows(rows: readonly SupplierRow[], sort: string): SupplierRow[] {
  const key = keys[sort.replace(/^-/, "")] ?? keys.state;
  const sign = sort.startsWith("-") ? -1 : 1;
  const byName = new Intl.Collator("en").compare;
  return [...rows].sort((a, b) => {
    const [x, y] = [key?.(a) ?? null, key?.(b) ?? null];
    if (x === y) return byName(a.name, b.name) || a.id - b.id;
    if (x === null) return 1;
    if (y === null) return -1;
    return x < y ? -sign : sign;
  });
}
