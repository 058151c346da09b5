import { Badge } from "../../ui/badge";
import { Card } from "../../ui/card";
import type { FormImport } from "./types";
import "./form-imports.scss";

type Compared = NonNullable<FormImport["comparison"]>;
type Differing = Compared["added"];

/** The differences between a form and a newer file. */
export function Comparison({ comparison, title }: { comparison: Compared; title: string }) {
  const { added, reworded, changed, removed, moved, ownOrder, same } = comparison;
  return (
    <Card className="form-import-card" title={`Compared with “${title}”`}>
      <p className="form-import-counts">
        <Badge tone="ok">{added.length} new</Badge> <Badge tone="info">{reworded.length} reworded</Badge>{" "}
        <Badge tone="info">{changed.length} with other rules</Badge>{" "}
        {moved.length > 0 && <Badge tone="info">{moved.length} moved</Badge>}{" "}
        <Badge tone="bad">{removed.length} gone</Badge> <Badge>{same} the same</Badge>
      </p>
      <p className="text-secondary">
        Questions with the same number keep their answers, and follow the order of the file. Texts and
        questions that were added in the editor stay below the question they follow.
      </p>
      {ownOrder.length > 0 && (
        <p>
          {ownOrder.some(Boolean) ? (
            <>
              The order was changed in the editor, and stays: <bdi>{ownOrder.filter(Boolean).join(", ")}</bdi>
              .
            </>
          ) : (
            "The order was changed in the editor, and stays."
          )}
        </p>
      )}
      <Differences title="New" rows={added} />
      <Differences title="Reworded" rows={reworded} />
      <Differences title="With other rules" rows={changed} />
      <Differences title="Moved" rows={moved} />
      <Differences title="Gone" rows={removed} />
    </Card>
  );
}

function Differences({ title, rows }: { title: string; rows: Differing }) {
  if (rows.length === 0) return null;
  return (
    <details className="form-import-differences">
      <summary>
        {title} ({rows.length})
      </summary>
      <ul>
        {rows.map(({ number, label }) => (
          <li key={`${number} ${label}`}>
            {number && <strong>{number} </strong>}
            <bdi>{label}</bdi>
          </li>
        ))}
      </ul>
    </details>
  );
}
