import { useId, useState } from "react";
import { Badge, type Tone } from "../../ui/badge";
import { Card } from "../../ui/card";
import { EmptyState } from "../../ui/empty-state";
import { Field } from "../../ui/field";
import { SearchInput } from "../../ui/inputs";
import { PageHeader } from "../../ui/page-header";
import "./docs.scss";

type Operation = {
  method: string;
  path: string;
  summary: string;
  description: string;
  parameters: string[];
  body: string;
};

const tones: Record<string, Tone> = { GET: "info", POST: "ok", PUT: "wait", DELETE: "bad" };

/** Screen /api/docs: every endpoint of the API with its parameters; /api/openapi.json has the full document. */
export default function Api({ operations }: { operations: Operation[] }) {
  const [search, setSearch] = useState("");
  const id = useId();
  const searchText = search.toLowerCase();
  const visibleOperations = operations.filter((operation) =>
    `${operation.method} ${operation.path} ${operation.summary}`.toLowerCase().includes(searchText),
  );
  return (
    <>
      <PageHeader
        title="API"
        sub={
          <>
            {operations.length} calls. The whole description is in{" "}
            <a href="/api/openapi.json">/api/openapi.json</a>. Calls carry <code>Authorization: Bearer</code>{" "}
            and <code>Client-Version</code>.
          </>
        }
      />
      <div className="stack">
        <Field label="Find a call" id={id}>
          <SearchInput value={search} onChange={(event) => setSearch(event.target.value)} />
        </Field>
        {visibleOperations.length === 0 && <EmptyState icon="search" title="No call has these words." />}
        {visibleOperations.map((operation) => (
          <Card
            key={`${operation.method} ${operation.path}`}
            title={
              <span className="api-call">
                <Badge tone={tones[operation.method] ?? "none"}>{operation.method}</Badge>
                <code>{operation.path}</code>
              </span>
            }
          >
            <p>{operation.summary}</p>
            {operation.description && <p className="cell-sub">{operation.description}</p>}
            {operation.parameters.length > 0 && (
              <p className="cell-sub">Parameters: {operation.parameters.join(", ")}</p>
            )}
            {operation.body && <p className="cell-sub">Body: {operation.body}</p>}
          </Card>
        ))}
      </div>
    </>
  );
}
