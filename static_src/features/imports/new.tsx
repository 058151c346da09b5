import { request } from "../../api/client";
import { StartImport } from "../../domain/uploads/start-import";
import { Crumbs, PageHeader } from "../../ui/page-header";
import { type ImportBrief, stateLabels } from "./types";

/** /organisations/import: choose the file with the suppliers, or continue with an earlier one. */
export default function NewImport({ imports }: { imports: ImportBrief[] }) {
  return (
    <>
      <PageHeader
        above={<Crumbs items={[{ label: "Network", href: "/organisations" }, { label: "Import" }]} />}
        title="Import suppliers"
        sub="From a spreadsheet or an ERP export. You check the plan before anything changes, and no e-mails are sent."
      />
      <StartImport
        address="/organisations/import"
        start={(attachmentId, idempotencyKey) =>
          request("POST", "/api/supplierImport", { body: { attachmentId }, idempotencyKey })
        }
        hint="xlsx, xls, ods or csv, up to 10 MB and 20,000 suppliers. Contacts may be on a second sheet."
        imports={imports}
        importsTitle="Your imports of the last 30 days"
        states={stateLabels}
      />
    </>
  );
}
