/**
 * Fields of one form, or of the forms of an RFx, in document order. app/forms/document/walk.py has the same functions.
 */
import { collapseSpaces } from "./text";
import {
  type DocNode,
  type Field,
  type FieldAttrs,
  type FormDocument,
  fieldFromAttrs,
  isFieldNode,
} from "./types";

const sectionLevel = 2;

/**
 * Field with its position. `key` identifies its value: the name of the field, or "{formId}.{name}" if another form of
 * the RFx has a field of that name. `sectionIndex` counts the level 2 headings of the form from 1; before the first
 * heading it is 0 and the title is empty. `index` is the position among all fields of the walk, `formIndex` the
 * position of the form.
 */
export interface PlacedField {
  field: Field;
  key: string;
  index: number;
  formId: number | null;
  formIndex: number;
  sectionIndex: number;
  sectionTitle: string;
}

/** Return the fields of one stored document; the keys are the names. */
export function walk(document: FormDocument): PlacedField[] {
  return walkForms([[null, document]]);
}

/** Return the fields of several forms, passed as [form id, stored document] in the order in which they are sent. */
export function walkForms(forms: readonly (readonly [number | null, FormDocument])[]): PlacedField[] {
  const placements: Omit<PlacedField, "key" | "index">[] = [];
  for (const [formIndex, [formId, document]] of forms.entries()) {
    let sectionIndex = 0;
    let sectionTitle = "";
    for (const node of nodesIn(document.doc)) {
      if (node.type === "heading" && (node.attrs?.level ?? 1) === sectionLevel) {
        sectionIndex += 1;
        sectionTitle = textOf(node);
      } else if (isFieldNode(node)) {
        const field = fieldFromAttrs((node.attrs ?? {}) as FieldAttrs);
        placements.push({ field, formId, formIndex, sectionIndex, sectionTitle });
      }
    }
  }
  const formsWithName = new Map<string, Set<number>>();
  for (const { field, formIndex } of placements) {
    const formIndexes = formsWithName.get(field.name) ?? new Set<number>();
    formsWithName.set(field.name, formIndexes.add(formIndex));
  }
  return placements.map((placed, index) => {
    const { name } = placed.field;
    const key = formsWithName.get(name)?.size === 1 ? name : `${placed.formId}.${name}`;
    return { ...placed, key, index };
  });
}

/** Iterate over a node and its descendants in document order. */
export function* nodesIn(node: DocNode): Generator<DocNode> {
  yield node;
  for (const child of node.content ?? []) yield* nodesIn(child);
}

/** Return the text of a node and its descendants on one line; fields have no text. */
function textOf(node: DocNode): string {
  let text = "";
  for (const child of nodesIn(node)) {
    if (child.type === "text") text += child.text ?? "";
    else if (child.type === "hardBreak") text += " ";
  }
  return collapseSpaces(text);
}
