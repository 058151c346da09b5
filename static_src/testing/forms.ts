import type { FormBundle, FormRow } from "../domain/forms/doc-forms";

/** A published questionnaire as a row of GET /api/docForm. */
export function aForm(changes: Partial<FormRow> = {}): FormRow {
  return {
    id: 4,
    seriesId: "6f1c",
    title: "Supplier qualification",
    type: "RFI",
    status: "PUBLISHED",
    revision: 0,
    version: 1,
    isLatest: true,
    isInUse: true,
    isArchived: false,
    created: "2026-03-04T09:00:00Z",
    updated: "2026-11-19T09:00:00Z",
    thumbnail: null,
    hasOldPromise: false,
    bundles: [],
    html: "",
    ...changes,
  };
}

/** A bundle with that form. */
export function aBundle(changes: Partial<FormBundle> = {}): FormBundle {
  return {
    id: 2,
    name: "New supplier pack",
    description: "What every new supplier fills in",
    created: "2026-03-04T09:00:00Z",
    updated: "2026-03-04T09:00:00Z",
    docForms: [
      {
        id: 4,
        title: "Supplier qualification",
        type: "RFI",
        status: "PUBLISHED",
        revision: 0,
        isArchived: false,
        inUseId: 4,
      },
    ],
    isSendable: true,
    ...changes,
  };
}
