import { useState } from "react";
import { toasts } from "../../lib/toasts";
import { Badge, type Tone } from "../../ui/badge";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import type { Operation } from "./operation";
import { curlSample, pythonSample } from "./samples";
import "./docs.scss";

const tones: Record<string, Tone> = { GET: "info", POST: "ok", PUT: "wait", DELETE: "bad" };

/** One operation: its parameters, the scope that keys need, and samples, which are built when they are opened. */
export function OperationCard({ operation, baseUrl }: { operation: Operation; baseUrl: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const { method, path, summary, description, parameters, body } = operation;
  return (
    <Card
      title={
        <span className="api-call">
          <Badge tone={tones[method] ?? "none"}>{method}</Badge>
          <code>{path}</code>
        </span>
      }
    >
      <p>{summary}</p>
      {description && <p className="cell-sub">{description}</p>}
      {parameters.length > 0 && <p className="cell-sub">Parameters: {parameters.join(", ")}</p>}
      {body && <p className="cell-sub">Body: {body}</p>}
      <p className="cell-sub">{accessOf(operation)}</p>
      <details className="api-samples" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary>Try it</summary>
        {isOpen && (
          <>
            <Sample title="curl" text={curlSample(operation, baseUrl)} />
            <Sample title="Python" text={pythonSample(operation, baseUrl)} />
          </>
        )}
      </details>
    </Card>
  );
}

function accessOf({ scope, isPublic }: Operation) {
  if (isPublic) return "Needs no sign-in.";
  if (!scope) return "For people: API keys can't use it. It takes the access token of a sign-in.";
  return (
    <>
      API keys need the scope <code>{scope}</code>.
    </>
  );
}

function Sample({ title, text }: { title: string; text: string }) {
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toasts.success("Sample copied"),
      () => toasts.error("Your browser did not allow copying. Select the text instead."),
    );
  return (
    <section className="api-sample" aria-label={title}>
      <div className="api-sample-head">
        <h3>{title}</h3>
        <Button size="sm" icon="copy" aria-label={`Copy ${title}`} onClick={copy}>
          Copy
        </Button>
      </div>
      <pre>{text}</pre>
    </section>
  );
}
