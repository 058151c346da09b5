import { useId, useState } from "react";
import type { ApiResponse } from "../../api/types";
import { Card } from "../../ui/card";
import { CopiedText } from "../../ui/copied-text";
import { EmptyState } from "../../ui/empty-state";
import { Field } from "../../ui/field";
import { SearchInput } from "../../ui/inputs";
import { PageHeader } from "../../ui/page-header";
import "./docs.scss";

type EventType = ApiResponse<"EventType">;

/** Screen /docs/events: the events that webhooks receive, each with a sample body. */
export default function Events({ types }: { types: EventType[] }) {
  const [search, setSearch] = useState("");
  const id = useId();
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = types.filter(({ type, group, when }) => {
    const text = `${type} ${group} ${when}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const groups = [...new Set(matches.map(({ group }) => group))];
  return (
    <>
      <PageHeader
        title="Events"
        sub={
          <>
            {types.length} types that webhooks receive, as POST requests signed as{" "}
            <a href="https://www.standardwebhooks.com">Standard Webhooks</a>. The calls are in the{" "}
            <a href="/api/docs">API reference</a>.
          </>
        }
      />
      <div className="stack">
        <Card title="How events arrive">
          <ul className="mb-0">
            <li>
              The body has the <code>id</code> of the message, which is also the header{" "}
              <code>webhook-id</code>. An event can arrive twice, with the same id.
            </li>
            <li>
              The order is not guaranteed. Sort by <code>timestamp</code> if it matters.
            </li>
            <li>
              Answer with a status from 200 to 299 within 10 seconds. Otherwise we try again, up to 8 times in
              24 hours. Then the webhook is switched off; status 410 switches it off at once.
            </li>
            <li>
              <code>data</code> has ids and names. A field without a value is null or missing, and new fields
              can be added. Read everything else with the API.
            </li>
          </ul>
        </Card>
        <Field label="Find an event" id={id}>
          <SearchInput value={search} onChange={(event) => setSearch(event.target.value)} />
        </Field>
        {matches.length === 0 && <EmptyState icon="search" title="No event has these words." />}
        {groups.map((group) => (
          <section key={group} className="stack" aria-label={group}>
            <h2 className="event-group">{group}</h2>
            {matches
              .filter((each) => each.group === group)
              .map(({ type, when, sample }) => (
                <Card key={type} title={<code className="event-type">{type}</code>}>
                  <p>{when}</p>
                  <details className="event-sample">
                    <summary>Sample body</summary>
                    <CopiedText
                      label={`Sample body of ${type}`}
                      text={JSON.stringify(sample, null, 2)}
                      copied="Sample copied"
                    />
                  </details>
                </Card>
              ))}
          </section>
        ))}
      </div>
    </>
  );
}
