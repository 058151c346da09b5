import { useState } from "react";
import { type DocumentState, DocumentStateBadge } from "../../../domain/documents/document-state";
import { usePermission } from "../../../lib/browser/page-context";
import { useLoaded } from "../../../lib/browser/use-loaded";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { Time } from "../../../ui/time";
import type { Organisation, Relationship } from "../types";
import "../network.scss";

/** The section `documents` of an organisation, for which the API document has no schema. */
type DocumentSummary = {
  rows: {
    id: number;
    /** The name of the type. */
    type: string;
    site: string;
    state: DocumentState;
    validUntil: string | null;
    waivedUntil: string | null;
  }[];
  total: number;
};

type Props = { organisation: Organisation; relationship: Relationship };

const loadAsk = () => import("../../../domain/documents/ask-dialog");

/** The required documents of a supplier that need attention first, with a link to all of them. */
export function DocumentsCard({ organisation: { id, name, documents }, relationship }: Props) {
  const mayAsk = usePermission("MANAGE_RELATIONSHIPS") && relationship.level !== "None";
  const [asks, setAsks] = useState(0);
  const [isAsking, setIsAsking] = useState(false);
  const dialog = useLoaded(loadAsk, asks > 0);
  const { rows, total } = (documents as DocumentSummary | null) ?? { rows: [], total: 0 };
  const address = `/organisations/${id}/documents`;
  return (
    <>
      <Card
        flush={rows.length > 0}
        title="Documents"
        actions={
          <>
            {mayAsk && (
              <Button
                size="sm"
                onClick={() => {
                  setAsks(asks + 1);
                  setIsAsking(true);
                }}
              >
                Ask for documents...
              </Button>
            )}
            {total > 0 && (
              <a href={address}>{total > rows.length ? `All ${total} documents` : "Open documents"}</a>
            )}
          </>
        }
      >
        {rows.length > 0 ? (
          <ul className="document-summary">
            {rows.map((row) => (
              <li key={row.id}>
                <a className="quiet-link" href={`${address}?requirement=${row.id}`}>
                  {row.type}
                  {row.site && `, ${row.site}`}
                </a>
                <DocumentStateBadge {...row} />
                <span className="cell-sub num">
                  {row.validUntil ? (
                    <>
                      <span className="visually-hidden">valid until </span>
                      <Time value={row.validUntil} />
                    </>
                  ) : (
                    "-"
                  )}
                </span>
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-secondary mb-0">
            No documents yet. Ask for certificates and policies, and see here when they end.
          </p>
        )}
      </Card>
      {dialog && (
        <dialog.AskDialog
          key={asks}
          suppliers={[{ relationshipId: relationship.id, organisationId: id, name }]}
          show={isAsking}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
