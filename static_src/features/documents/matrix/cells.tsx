import type { ApiResponse } from "../../../api/types";
import {
  type DocumentState,
  documentStates,
  documentStateText,
} from "../../../domain/documents/document-state";
import { useDates } from "../../../lib/text/dates";
import "./matrix.scss";

export type MatrixRow = ApiResponse<"MatrixRow">;

type Cell = MatrixRow["cells"][number];
type Props = { cells: readonly Cell[]; typeName: string; supplier: MatrixRow["supplier"] };

/** The states of one type at a supplier, one for each site, as links to the supplier's documents. */
export function Cells({ cells, typeName, supplier }: Props) {
  return (
    <ul className="matrix-cells">
      {cells.map((cell) => (
        <li key={cell.requirementId}>
          <CellLink cell={cell} typeName={typeName} supplier={supplier} />
        </li>
      ))}
    </ul>
  );
}

function CellLink({
  cell,
  typeName,
  supplier,
}: {
  cell: Cell;
  typeName: string;
  supplier: MatrixRow["supplier"];
}) {
  const { requirementId, site, state, validUntil } = cell;
  const dates = useDates();
  const words = documentStateText(cell, dates);
  const showsDate = state === "ACCEPTED" || state === "EXPIRING" || state === "EXPIRED";
  const text = !showsDate ? words : validUntil ? dates.date(validUntil) : "No end";
  return (
    <a
      href={`/organisations/${supplier.id}/documents?requirement=${requirementId}`}
      className={`matrix-cell matrix-${state.toLowerCase()}`}
      title={[typeName, site, words].filter(Boolean).join(", ")}
    >
      <StateMark state={state} />
      <span className="matrix-text">
        {showsDate && <span className="visually-hidden">{documentStates[state].label}: </span>}
        <span>{text}</span>
        {site && (
          <span className="matrix-site">
            <span className="visually-hidden">, </span>
            <bdi>{site}</bdi>
          </span>
        )}
        <span className="visually-hidden">
          , {typeName} of {supplier.name}
        </span>
      </span>
    </a>
  );
}

/** The mark of a state. Each state has its own shape, so that it can be recognised without its colour. */
function StateMark({ state }: { state: DocumentState }) {
  return <span className={`state-mark mark-${state.toLowerCase()}`} aria-hidden="true" />;
}

const legend: readonly DocumentState[] = [
  "ACCEPTED",
  "EXPIRING",
  "EXPIRED",
  "RECEIVED",
  "ASKED",
  "REJECTED",
  "MISSING",
  "WAIVED",
];

/** The meaning of the marks. */
export function Legend() {
  return (
    <ul className="matrix-legend" aria-label="Marks">
      {legend.map((state) => (
        <li key={state}>
          <StateMark state={state} /> {documentStates[state].label}
        </li>
      ))}
      <li>– Not asked for</li>
    </ul>
  );
}
