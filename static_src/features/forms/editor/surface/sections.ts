import type { Node as DocumentNode } from "@tiptap/pm/model";

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
