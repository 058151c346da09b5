/**
 * The fields of one form, or of the forms of one RFx, in document order. The twin is app/forms/document/walk.py.
 */
import { collapsed } from "./text";
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
 * A field and where it stands. `key` names its value: the field's name, or "{formId}.{name}" where another form of
 * the RFx has the name too. `sectionIndex` counts the headings of level 2 of the form from 1; it is 0, with an empty
 * title, before the first. `index` is the position among all fields of the walk, `formIndex` that of the form.
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

/** The fields of one stored document; the keys are the names. */
export function walk(document: FormDocument): PlacedField[] {
  return walkForms([[null, document]]);
}

/** The fields of several forms, given as [form id, stored document] in the order they are sent in. */
export function walkForms(forms: readonly (readonly [number | null, FormDocument])[]): PlacedField[] {
  const found: Omit<PlacedField, "key" | "index">[] = [];
  for (const [formIndex, [formId, document]] of forms.entries()) {
    let sectionIndex = 0;
    let sectionTitle = "";
    for (const node of nodesIn(document.doc)) {
      if (node.type === "heading" && (node.attrs?.level ?? 1) === sectionLevel) {
        sectionIndex += 1;
        sectionTitle = textOf(node);
      } else if (isFieldNode(node)) {
        const field = fieldFromAttrs((node.attrs ?? {}) as FieldAttrs);
        found.push({ field, formId, formIndex, sectionIndex, sectionTitle });
      }
    }
  }
  const formsWithName = new Map<string, Set<number>>();
  for (const { field, formIndex } of found) {
    const seen = formsWithName.get(field.name) ?? new Set<number>();
    formsWithName.set(field.name, seen.add(formIndex));
  }
  return found.map((placed, index) => {
    const { name } = placed.field;
    const key = formsWithName.get(name)?.size === 1 ? name : `${placed.formId}.${name}`;
    return { ...placed, key, index };
  });
}

/** A node and all in it, in document order. */
export function* nodesIn(node: DocNode): Generator<DocNode> {
  yield node;
  for (const child of node.content ?? []) yield* nodesIn(child);
}

/** The text of a node and all in it on one line; fields give none. */
export function textOf(node: DocNode): string {
  let text = "";
  for (const each of nodesIn(node)) {
    if (each.type === "text") text += each.text ?? "";
    else if (each.type === "hardBreak") text += " ";
  }
  return collapsed(text);
}
