import { Card } from "../../ui/card";
import type { Change } from "./operation";
import "./docs.scss";

/** The changes of the API by version. Text in backticks is code. */
export function ChangeList({ changes }: { changes: Change[] }) {
  return (
    <Card title="Changes">
      {changes.map(({ version, entries }, index) => (
        <details key={version} open={index === 0} className="api-changes">
          <summary>{version}</summary>
          <ul>
            {entries.map((entry) => (
              <li key={entry}>{withCode(entry)}</li>
            ))}
          </ul>
        </details>
      ))}
    </Card>
  );
}

const withCode = (text: string) =>
  text.split("`").map((part, index) => {
    const key = `${index} ${part}`;
    return index % 2 === 1 ? <code key={key}>{part}</code> : <span key={key}>{part}</span>;
  });
