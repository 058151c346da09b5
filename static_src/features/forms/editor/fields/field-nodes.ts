import { mergeAttributes, Node, type NodeViewRendererProps } from "@tiptap/core";
import type { Node as DocumentNode } from "@tiptap/pm/model";
import type { NodeView } from "@tiptap/pm/view";
import type { FieldAttrs } from "../../../../domain/questionnaire/rules/types";
import { attrsFromText, fieldAttributes, storedAttrs } from "./attrs";
import { fieldCard } from "./card";
import { drawCard } from "./card-dom";
import "./fields.scss";

const tags = { dvField: "dv-field", dvFieldBlock: "dv-field-block" } as const;

/** Node view in plain DOM without React, so that 500 fields render in 0.2 seconds. */
class FieldView implements NodeView {
  readonly dom: HTMLElement;
  private node: DocumentNode;

  constructor(node: DocumentNode) {
    this.node = node;
    this.dom = document.createElement(node.isInline ? "span" : "div");
    this.dom.className = node.isInline ? "form-chip" : "form-field";
    this.dom.contentEditable = "false";
    this.draw();
  }

  update(node: DocumentNode): boolean {
    if (node.type !== this.node.type) return false;
    const hasChanged = node.attrs !== this.node.attrs;
    this.node = node;
    if (hasChanged) this.draw();
    return true;
  }

  selectNode(): void {
    this.dom.classList.add("selected");
  }

  deselectNode(): void {
    this.dom.classList.remove("selected");
  }

  ignoreMutation(): boolean {
    return true;
  }

  private draw(): void {
    const { attrs, isInline } = this.node;
    const card = fieldCard(storedAttrs(attrs));
    this.dom.dataset.fid = String(attrs.fid);
    this.dom.dataset.name = card.name;
    this.dom.setAttribute("aria-label", `${card.kind} field: ${card.label || card.name}`);
    this.dom.setAttribute("role", "img");
    drawCard(this.dom, card, isInline);
  }
}

const fieldSpec = {
  atom: true,
  draggable: true,
  selectable: true,
  addAttributes() {
    return Object.fromEntries(
      fieldAttributes.map((name) => [
        name,
        {
          default: null,
          rendered: false,
          parseHTML: (element: HTMLElement) => readAttrs(element)?.[name] ?? null,
        },
      ]),
    );
  },
  addNodeView() {
    return ({ node }: NodeViewRendererProps) => new FieldView(node);
  },
};

const attrsCache = new WeakMap<HTMLElement, FieldAttrs | null>();

function readAttrs(element: HTMLElement): FieldAttrs | null {
  if (!attrsCache.has(element)) attrsCache.set(element, attrsFromText(element.getAttribute("data-field")));
  return attrsCache.get(element) ?? null;
}

const parseRules = (tag: string) => [
  { tag, getAttrs: (element: HTMLElement) => (readAttrs(element) ? null : false) },
];

const renderField = (tag: string, node: DocumentNode, attributes: Record<string, unknown>) =>
  [
    tag,
    mergeAttributes(attributes, { "data-field": JSON.stringify(storedAttrs(node.attrs)) }),
    String(node.attrs.label ?? node.attrs.name ?? ""),
  ] as const;

/** Field within a sentence. */
export const InlineField = Node.create({
  name: "dvField",
  group: "inline",
  inline: true,
  ...fieldSpec,
  parseHTML: () => parseRules(tags.dvField),
  renderHTML: ({ node, HTMLAttributes }) => [...renderField(tags.dvField, node, HTMLAttributes)],
});

/** Field on its own line. */
export const BlockField = Node.create({
  name: "dvFieldBlock",
  group: "block",
  ...fieldSpec,
  parseHTML: () => parseRules(tags.dvFieldBlock),
  renderHTML: ({ node, HTMLAttributes }) => [...renderField(tags.dvFieldBlock, node, HTMLAttributes)],
});

export function isField(node: DocumentNode): boolean {
  return node.type.name === "dvField" || node.type.name === "dvFieldBlock";
}
