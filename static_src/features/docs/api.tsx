import { useId, useState } from "react";
import { EmptyState } from "../../ui/empty-state";
import { Field } from "../../ui/field";
import { SearchInput } from "../../ui/inputs";
import { PageHeader } from "../../ui/page-header";
import { ChangeList } from "./change-list";
import type { Change, Operation } from "./operation";
import { OperationCard } from "./operation-card";
import "./docs.scss";

type Props = { operations: Operation[]; changes: Change[]; version: string; baseUrl: string };

/** Screen /api/docs: every endpoint of the API with samples, and the changes; /api/openapi.json has the full document. */
export default function Api({ operations, changes, version, baseUrl }: Props) {
  const [search, setSearch] = useState("");
  const id = useId();
  const searchText = search.toLowerCase();
  const visibleOperations = operations.filter((operation) =>
    `${operation.method} ${operation.path} ${operation.summary} ${operation.scope ?? ""}`
      .toLowerCase()
      .includes(searchText),
  );
  return (
    <>
      <PageHeader
        title="API"
        sub={
          <>
            Version {version}, {operations.length} calls. The whole description is in{" "}
            <a href="/api/openapi.json">/api/openapi.json</a>. Programs send an API key of{" "}
            <a href="/setup/integrations">Integrations</a> as <code>Authorization: Bearer</code>. A call needs
            a scope of the key, and the permission of its role.
          </>
        }
      />
      <div className="stack">
        <ChangeList changes={changes} />
        <Field label="Find a call" id={id}>
          <SearchInput value={search} onChange={(event) => setSearch(event.target.value)} />
        </Field>
        {visibleOperations.length === 0 && <EmptyState icon="search" title="No call has these words." />}
        {visibleOperations.map((operation) => (
          <OperationCard
            key={`${operation.method} ${operation.path}`}
            operation={operation}
            baseUrl={baseUrl}
          />
        ))}
      </div>
    </>
  );
}
