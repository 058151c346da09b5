import { useState } from "react";
import { request } from "../../api/client";
import { errorText } from "../../api/errors";
import type { Uploaded } from "../../api/upload";
import { SpreadsheetUpload } from "../../domain/uploads/spreadsheet-upload";
import { useSave } from "../../lib/state/use-save";
import { Card } from "../../ui/card";
import { FailureAlert } from "../../ui/failure-alert";
import { Crumbs, PageHeader } from "../../ui/page-header";
import { Time } from "../../ui/time";
import { type ImportBrief, stateLabels } from "./types";

/** /organisations/import: choose the file with the suppliers, or continue with an earlier one. */
export default function NewImport({ imports }: { imports: ImportBrief[] }) {
  const [files, setFiles] = useState<Uploaded[]>([]);
  const { save, busy, failure, setFailure } = useSave({
    send: ({ id }: Uploaded, key) =>
      request("POST", "/api/supplierImport", { body: { attachmentId: id }, idempotencyKey: key }),
    onSaved: ({ id }) => window.location.assign(`/organisations/import/${id}`),
    failureOf: errorText,
    leaves: true,
  });
  const take = (next: Uploaded[]) => {
    setFiles(next);
    setFailure("");
    if (next[0]) save(next[0]);
  };
  return (
    <>
      <PageHeader
        above={<Crumbs items={[{ label: "Network", href: "/organisations" }, { label: "Import" }]} />}
        title="Import suppliers"
        sub="From a spreadsheet or an ERP export. You check the plan before anything changes, and no e-mails are sent."
      />
      <Card>
        <FailureAlert error={failure} />
        <SpreadsheetUpload files={files} onChange={take} disabled={busy} />
        <p className="field-hint" role="status">
          {busy
            ? "Reading..."
            : "xlsx, xls, ods or csv, up to 10 MB and 20,000 suppliers. Contacts may be on a second sheet."}
        </p>
      </Card>
      {imports.length > 0 && (
        <Card title="Your imports of the last 30 days" flush>
          <ul className="file-list import-earlier">
            {imports.map(({ id, filename, state, created }) => (
              <li key={id} className="file-row">
                <span className="file-text">
                  <a href={`/organisations/import/${id}`} className="file-name">
                    <bdi>{filename}</bdi>
                  </a>
                  <span className="file-meta">
                    {stateLabels[state]}, <Time value={created} as="dateTime" />
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}
