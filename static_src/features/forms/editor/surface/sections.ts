import type { Node as DocumentNode } from "@tiptap/pm/model";
import { NodeSelection, TextSelection } from "@tiptap/pm/state";
import type { Command } from "./commands";

const maxTopicLength = 200;

/**
 * Return the topic for a field that is inserted at a position: the section (heading of level 2) above it without its
 * number, or before the first section the sub-heading above it; "" without one.
 */
export function topicAt(doc: DocumentNode, pos: number): string {
  let section: string | null = null;
  let part = "";
  doc.nodesBetween(0, pos, (node, at) => {
    if (node.type.name !== "heading" || at >= pos) return;
    const text = node.textContent.replace(/\s+/g, " ").trim();
    if (node.attrs.level === 2) section = text;
    else if (node.attrs.level === 3) part = text;
  });
  return (section ?? part).replace(/^\d+(\.\d+)*[.)]\s+/, "").slice(0, maxTopicLength);
}

/**
 * Add a line with a style (heading of level 1 to 3, or 0 for text) after the selected field or picture, with the cursor
 * in it. Does not apply to a selection in text.
 */
export function addLineAfter(level: number): Command {
  return (state, dispatch) => {
    const { selection, schema, tr } = state;
    const type = level === 0 ? schema.nodes.paragraph : schema.nodes.heading;
    if (!type || !(selection instanceof NodeSelection) || !selection.node.isBlock) return false;
    tr.insert(selection.to, type.create(level === 0 ? null : { level }));
    dispatch?.(tr.setSelection(TextSelection.create(tr.doc, selection.to + 1)).scrollIntoView());
    return true;
  };
}
