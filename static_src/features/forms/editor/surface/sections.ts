import type { Node as DocumentNode } from "@tiptap/pm/model";
import { isField } from "../fields/field-nodes";

const maxTopicLength = 200;

/**
 * Return the topic for a field that is inserted at a position: the section (heading of level 2) above it without its
 * number, or before the first section the sub-heading above it; "" without one.
 *
 * Fields without a topic are scored under their section with its number. Next to such fields the number stays, so that
 * all fields of the section count towards the same score.
 */
export function topicAt(doc: DocumentNode, pos: number): string {
  let section: string | null = null;
  let part = "";
  let hasFieldsWithoutTopic = false;
  doc.nodesBetween(0, pos, (node, at) => {
    if (at >= pos) return;
    if (isField(node)) hasFieldsWithoutTopic ||= !node.attrs.topic;
    if (node.type.name !== "heading") return;
    const text = node.textContent.replace(/\s+/g, " ").trim();
    if (node.attrs.level === 2) {
      section = text;
      hasFieldsWithoutTopic = false;
    } else if (node.attrs.level === 3) part = text;
  });
  const heading = section ?? part;
  const topic =
    section !== null && hasFieldsWithoutTopic ? heading : heading.replace(/^\d+(\.\d+)*[.)]\s+/, "");
  return topic.slice(0, maxTopicLength);
}
