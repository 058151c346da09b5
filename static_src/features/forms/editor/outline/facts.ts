import type { Node as DocumentNode } from "@tiptap/pm/model";
import { type Field, type FieldAttrs, fieldFromAttrs } from "../../../../domain/questionnaire/rules/types";
import { type FieldFaults, findFaults } from "../fields/field-faults";
import { fieldsIn } from "../fields/field-identity";

interface OutlineEntry {
  level: number;
  text: string;
  /** The position of the heading in the document. */
  pos: number;
  /** Number of fields between this heading and the next one. */
  fields: number;
}

/** Data about the whole document for the side panel. */
export interface Facts {
  fields: readonly Field[];
  outline: readonly OutlineEntry[];
  faults: ReadonlyMap<string, FieldFaults>;
}

export function factsOf(doc: DocumentNode): Facts {
  const fields = fieldsIn(doc).map(({ node }) => fieldFromAttrs(node.attrs as FieldAttrs));
  return { fields, outline: outlineOf(doc), faults: findFaults(fields) };
}

function outlineOf(doc: DocumentNode): OutlineEntry[] {
  const outline: OutlineEntry[] = [];
  doc.descendants((node, pos) => {
    if (node.type.name === "heading") {
      outline.push({ level: Number(node.attrs.level), text: node.textContent.trim(), pos, fields: 0 });
    } else if (node.type.name === "dvField" || node.type.name === "dvFieldBlock") {
      const last = outline.at(-1);
      if (last) last.fields += 1;
    }
  });
  return outline;
}
