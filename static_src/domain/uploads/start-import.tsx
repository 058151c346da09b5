import { type ReactNode, useState } from "react";
import { errorText } from "../../api/errors";
import type { Uploaded } from "../../api/upload";
import { useSave } from "../../lib/state/use-save";
import { Card } from "../../ui/card";
import { FailureAlert } from "../../ui/failure-alert";
import { Time } from "../../ui/time";
import { SpreadsheetUpload } from "./spreadsheet-upload";

type Props<S extends string> = {
  /** The page of imports; the page of each is below it. */
  address: string;
  /** Start the import of an uploaded file. Throws ApiError. */
  start: (attachmentId: number, idempotencyKey: string) => Promise<{ id: number }>;
  hint: string;
  note?: ReactNode;
  imports: readonly { id: number; filename: string; state: S; created: string }[];
  importsTitle: string;
  states: Readonly<Record<S, string>>;
  children?: ReactNode;
};

/** Choose a spreadsheet, whose import opens, or continue with an earlier one. */
export function StartImport<S extends string>(props: Props<S>) {
  const { address, start, hint, note, imports, importsTitle, states, children } = props;
  const [files, setFiles] = useState<Uploaded[]>([]);
  const { save, busy, failure, setFailure } = useSave({
    send: ({ id }: Uploaded, key) => start(id, key),
    onSaved: ({ id }) => window.location.assign(`${address}/${id}`),
    failureOf: errorText,
    leaves: true,
  });
  const take = (next: Uploaded[]) => {
    setFiles(next);
    setFailure("");
    if (next[0]) save(next[0]);
  };
  return (
    <div className="stack">
      <Card>
        <FailureAlert error={failure} />
        <SpreadsheetUpload files={files} onChange={take} disabled={busy} />
        <p className="field-hint" role="status">
          {busy ? "Reading..." : hint}
        </p>
        {note}
      </Card>
      {imports.length > 0 && (
        <Card title={importsTitle} flush>
          <ul className="file-list">
            {imports.map(({ id, filename, state, created }) => (
              <li key={id} className="file-row">
                <span className="file-text">
                  <a href={`${address}/${id}`} className="file-name">
                    <bdi>{filename}</bdi>
                  </a>
                  <span className="file-meta">
                    {states[state]}, <Time value={created} as="dateTime" />
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {children}
    </div>
  );
}
