import { useState } from "react";
import { request } from "../../api/client";
import { errorText } from "../../api/errors";
import { StartImport } from "../../domain/uploads/start-import";
import { useSave } from "../../lib/state/use-save";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { FailureAlert } from "../../ui/failure-alert";
import { Crumbs, PageHeader } from "../../ui/page-header";
import { Time } from "../../ui/time";
import { type FormImportBrief, type RememberedMapping, stateLabels } from "./types";

type Source = { filename: string; attachmentId: number | null; imported: string };
type Props = {
  imports: FormImportBrief[];
  mappings: RememberedMapping[];
  /** The form that a newer file updates; null for a new form. */
  form: { id: number; title: string; source: Source | null } | null;
};

/** /forms/import and /forms/{id}/import: choose the file with the questions, or continue with an earlier one. */
export default function NewFormImport({ imports, mappings, form }: Props) {
  return (
    <>
      <PageHeader
        above={
          <Crumbs
            items={[
              { label: "Forms", href: "/forms" },
              ...(form ? [{ label: form.title, href: `/forms/${form.id}` }] : []),
              { label: form ? "Update" : "From a spreadsheet" },
            ]}
          />
        }
        title={form ? "Update from a spreadsheet" : "Form from a spreadsheet"}
        sub={
          form
            ? "The questions are compared by their numbers. You see every difference before the next draft is saved."
            : "You see each question with a preview of the form before anything is created."
        }
      />
      <StartImport
        address="/forms/import"
        start={(attachmentId, idempotencyKey) =>
          request("POST", "/api/docFormImport", {
            body: { attachmentId, ...(form ? { docFormId: form.id } : {}) },
            idempotencyKey,
          })
        }
        hint="xlsx, xls, ods or csv, up to 10 MB and 2,000 questions. CAIQ, HECVAT, VDA ISA, SAQ, eramba, REDCap and XLSForm files are recognised."
        note={
          form?.source && (
            <p className="field-hint">
              Last imported from{" "}
              {form.source.attachmentId ? (
                <a href={`/files/${form.source.attachmentId}`}>
                  <bdi>{form.source.filename}</bdi>
                </a>
              ) : (
                <bdi>{form.source.filename}</bdi>
              )}
              , <Time value={form.source.imported} as="dateTime" />
            </p>
          )
        }
        imports={imports}
        importsTitle="Your files of the last 30 days"
        states={stateLabels}
      >
        <Mappings first={mappings} />
      </StartImport>
    </>
  );
}

/** The remembered mappings of the organisation, which are used for files with the same headings. */
function Mappings({ first }: { first: RememberedMapping[] }) {
  const [mappings, setMappings] = useState(first);
  const { save, current, failure } = useSave({
    send: ({ id }: RememberedMapping) =>
      request("DELETE", "/api/importMapping/{import_mapping_id}", { path: { import_mapping_id: id } }),
    onSaved: (_, { id }) => setMappings((shown) => shown.filter((each) => each.id !== id)),
    success: (_, { name }) => `'${name}' forgotten.`,
    failureOf: errorText,
    perInput: true,
  });
  if (mappings.length === 0) return null;
  return (
    <Card title="Remembered mappings" flush>
      <FailureAlert error={failure} />
      <ul className="file-list">
        {mappings.map((mapping) => (
          <li key={mapping.id} className="file-row">
            <span className="file-text">
              <bdi className="file-name">{mapping.name}</bdi>
              <span className="file-meta">
                Used for files with the same headings, since <Time value={mapping.created} />
              </span>
            </span>
            <Button size="sm" busy={current?.id === mapping.id} onClick={() => save(mapping)}>
              Forget<span className="visually-hidden"> {mapping.name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
