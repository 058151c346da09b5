import type { JSONContent } from "@tiptap/core";
import type { DocMark, DocNode, FormDocument } from "../../../../domain/questionnaire/rules/types";
import { storedAttrs } from "../fields/attrs";

/**
 * Stored attributes by node type, with their defaults; the editor library emits more.
 * app/forms/document/normalise.py has the same list.
 */
const storedDefaults: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  heading: { level: undefined },
  orderedList: { start: 1 },
  tableCell: { colspan: 1, rowspan: 1 },
  tableHeader: { colspan: 1, rowspan: 1 },
  image: { attachmentId: undefined, alt: "" },
};

/** Convert the JSON of the editor to the stored document. */
export function toStored(doc: DocNode): FormDocument {
  return { schemaVersion: 1, doc: storedNode(doc) };
}

/** Convert a stored document to content for the editor; a document without blocks gets an empty line. */
export function fromStored(payload: FormDocument): JSONContent {
  const { doc } = payload;
  return doc.content?.length ? (doc as JSONContent) : { type: "doc", content: [{ type: "paragraph" }] };
}

function storedNode(node: DocNode): DocNode {
  const attrs = attrsOf(node);
  const marks = node.marks?.map(storedMark);
  return {
    type: node.type,
    ...(Object.keys(attrs).length > 0 ? { attrs } : {}),
    ...(node.content?.length ? { content: node.content.map(storedNode) } : {}),
    ...(marks?.length ? { marks } : {}),
    ...(node.text === undefined ? {} : { text: node.text }),
  };
}

function attrsOf({ type, attrs }: DocNode): Record<string, unknown> {
  if (type === "dvField" || type === "dvFieldBlock") return { ...storedAttrs(attrs ?? {}) };
  const defaults = storedDefaults[type] ?? {};
  const entries = Object.entries(attrs ?? {}).filter(
    ([name, value]) => name in defaults && value !== null && value !== undefined && value !== defaults[name],
  );
  return Object.fromEntries(entries);
}

function storedMark({ type, attrs }: DocMark): DocMark {
  return type === "link" ? { type, attrs: { href: attrs?.href } } : { type };
}
