import type { Column, FormDocument, Option } from "../../../domain/questionnaire/rules/types";
import type { FormFault } from "../doc-forms";

export interface Person {
  id: number;
  name: string;
}

export interface Revision {
  id: number;
  revision: number;
  status: "DRAFT" | "PUBLISHED";
  isInUse: boolean;
  isLatest: boolean;
  created: string;
  updated: string;
  savedBy: Person | null;
}

/** A field that was published: its name and type stay, what its options store, and names and types of its columns. */
export interface FrozenField {
  fid: string;
  options: readonly Option[];
  columns: readonly Column[];
}

/** One revision of a form, as the editor opens it (GET /api/docForm/{id}). */
export interface OpenForm {
  id: number;
  seriesId: string;
  title: string;
  type: string;
  status: "DRAFT" | "PUBLISHED";
  revision: number;
  version: number;
  doc: FormDocument;
  isArchived: boolean;
  isLatest: boolean;
  isInUse: boolean;
  created: string;
  updated: string;
  savedBy: Person | null;
  revisions: Revision[];
  /** Whether this viewer may change it: MANAGE_FORMS, the latest revision, not archived. */
  canEdit: boolean;
  frozenFields: FrozenField[];
  faults: FormFault[];
}

/** What of a form is written by hand, and saved. */
export interface FormContent {
  title: string;
  doc: FormDocument;
}

/** Somebody else saved since: who, when, and which revision to load. */
export interface StaleSave {
  docFormId: number;
  savedBy: Person | null;
  updated: string | null;
}
