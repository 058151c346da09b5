import { request } from "../../api/client";
import { errorText } from "../../api/errors";
import { useSave } from "../../lib/state/use-save";
import { Button } from "../../ui/button";
import { CellForm } from "./cell-form";
import type { Decision, ImportRow, SupplierImport } from "./types";
import "./imports.scss";

type Props = {
  importId: number;
  row: ImportRow;
  /** The rows are being checked after a correction, so no decision is possible. */
  isChecking: boolean;
  onChanged: () => void;
  onCorrected: (read: SupplierImport, n: number) => void;
};
type Candidate = ImportRow["candidates"][number];

const reasons: Readonly<Record<string, string>> = {
  OWN_NUMBER: "same own number",
  TAX_NUMBER: "same VAT or tax number",
  REGISTRATION_NUMBER: "same registration number",
  LEI: "same LEI",
  DUNS: "same D-U-N-S number",
  DOMAIN: "same e-mail domain",
};

/** The planned effect on a supplier of the file, the question about it, and the button that leaves it out. */
export function Effect({ importId, row, isChecking, onChanged, onCorrected }: Props) {
  const { save, busy, failure } = useSave({
    send: ({ decision, organisationId }: { decision: Decision; organisationId?: number }) =>
      request("PUT", "/api/supplierImport/{supplier_import_id}/row/{n}", {
        path: { supplier_import_id: importId, n: row.n },
        body: { decision, organisationId: organisationId ?? null },
      }),
    onSaved: onChanged,
    failureOf: errorText,
  });
  const isPair = row.outcome === "ASK";
  return (
    <div className="import-change">
      {row.organisationName && row.organisationName !== row.label && (
        <span>
          In Assay: <a href={`/organisations/${row.organisationId}`}>{row.organisationName}</a>
        </span>
      )}
      {row.problems.map((problem) => (
        <span key={problem} className="text-danger">
          {problem}
        </span>
      ))}
      {row.cells.map((cell) => (
        <CellForm
          key={cell.customField ?? cell.target}
          importId={importId}
          row={row}
          cell={cell}
          isChecking={isChecking}
          onCorrected={(read) => onCorrected(read, row.n)}
        />
      ))}
      <Differences row={row} />
      {row.notes.map((note) => (
        <span key={note} className="text-secondary">
          {note}
        </span>
      ))}
      {isPair && (
        <ul className="import-candidates" aria-label={`Organisations like ${row.label}`}>
          {row.candidates.map((candidate) => (
            <li key={candidate.organisationId}>
              <CandidateFacts candidate={candidate} />
              <Button
                size="sm"
                busy={busy}
                disabled={isChecking}
                aria-label={`Same: ${row.label} is ${candidate.name}`}
                onClick={() => save({ decision: "SAME", organisationId: candidate.organisationId })}
              >
                Same
              </Button>
            </li>
          ))}
        </ul>
      )}
      {failure && (
        <span className="text-danger" role="alert">
          {failure}
        </span>
      )}
      <span className="import-buttons">
        {isPair && (
          <Button size="sm" busy={busy} disabled={isChecking} onClick={() => save({ decision: "DIFFERENT" })}>
            Different: create it
          </Button>
        )}
        {row.decision === null ? (
          row.outcome !== "SAME" && (
            <Button
              variant="link"
              size="sm"
              busy={busy}
              disabled={isChecking}
              aria-label={`Leave out ${row.label}`}
              onClick={() => save({ decision: "LEFT_OUT" })}
            >
              Leave out
            </Button>
          )
        ) : (
          <Button
            variant="link"
            size="sm"
            busy={busy}
            disabled={isChecking}
            aria-label={`Take back the decision about ${row.label}`}
            onClick={() => save({ decision: null })}
          >
            Take back
          </Button>
        )}
      </span>
    </div>
  );
}

function Differences({ row: { differences, newTags, newContacts, outcome } }: { row: ImportRow }) {
  if (outcome !== "UPDATE") return null;
  const added: readonly [string, readonly string[]][] = [
    ["Tags", newTags],
    ["Contacts", newContacts],
  ];
  return (
    <dl className="import-differences">
      {differences.map(({ field, beforeText, afterText }) => (
        <div key={field}>
          <dt className="text-secondary">{field}</dt>
          <dd>
            {beforeText && (
              <>
                <del>{beforeText}</del>{" "}
              </>
            )}
            <ins>{afterText}</ins>
          </dd>
        </div>
      ))}
      {added.map(
        ([field, values]) =>
          values.length > 0 && (
            <div key={field}>
              <dt className="text-secondary">{field}</dt>
              <dd>
                <ins>{values.join(", ")}</ins>
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

function CandidateFacts({ candidate }: { candidate: Candidate }) {
  const { name, externalRef, city, country, website, isInNetwork, similarity } = candidate;
  const why = candidate.reasons.map((reason) =>
    reason === "NAME" ? `name ${similarity}% alike` : (reasons[reason] ?? reason),
  );
  return (
    <div>
      <a href={`/organisations/${candidate.organisationId}`}>
        <bdi>{name}</bdi>
      </a>
      <div className="cell-sub">{[externalRef, city, country, website].filter(Boolean).join(", ")}</div>
      <div className="cell-sub">
        {[...why, isInNetwork ? "in your network" : "not in your network yet"].join(", ")}
      </div>
    </div>
  );
}
