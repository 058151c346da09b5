import { type Editor, mergeAttributes, type NodeViewRendererProps, Node as TiptapNode } from "@tiptap/core";
import type { Node as DocumentNode } from "@tiptap/pm/model";
import type { NodeView } from "@tiptap/pm/view";
import type { FieldAttrs } from "../../../../domain/questionnaire/rules/types";
import { attrsFromText, fieldAttributes, storedAttrs } from "./attrs";
import { fieldCard } from "./card";
import { drawCard } from "./card-dom";
import { createLabelInput, fitHeight, type LabelActions, noLabelActions } from "./label-input";
import "./fields.scss";

const labelSelector = ".form-field-label, .form-chip-label";
const tags = { dvField: "dv-field", dvFieldBlock: "dv-field-block" } as const;

const views = new WeakMap<Node, FieldView>();

/** Node view in plain DOM without React, so that 500 fields render in 0.2 seconds. */
class FieldView implements NodeView {
  readonly dom: HTMLElement;
  private node: DocumentNode;
  private labelInput: HTMLTextAreaElement | null = null;
  private wasSelected = false;

  constructor(
    node: DocumentNode,
    private readonly editor: Editor,
    private readonly actions: LabelActions,
  ) {
    this.node = node;
    this.dom = document.createElement(node.isInline ? "span" : "div");
    this.dom.className = node.isInline ? "form-chip" : "form-field";
    this.dom.contentEditable = "false";
    views.set(this.dom, this);
    // The first click selects the field, the next one on its label edits the label.
    this.dom.addEventListener("mousedown", () => {
      this.wasSelected = this.dom.classList.contains("selected");
    });
    this.dom.addEventListener("click", ({ target }) => {
      if (this.wasSelected && target instanceof Element && target.closest(labelSelector)) this.editLabel();
    });
    this.draw();
  }

  update(node: DocumentNode): boolean {
    if (node.type !== this.node.type) return false;
    const hasChanged = node.attrs !== this.node.attrs;
    this.node = node;
    if (hasChanged) this.draw();
    return true;
  }

  /** Replace the label by an input, and focus it with its text selected. */
  editLabel(): void {
    const place = this.dom.querySelector(labelSelector);
    if (!place || !this.editor.isEditable) return;
    const fid = String(this.node.attrs.fid);
    const input = createLabelInput({
      card: this.card(),
      onWrite: (label) => this.actions.write(this.editor, fid, label),
      onLeave: (exit) => {
        if (this.labelInput !== input) return;
        this.labelInput = null;
        this.draw();
        this.actions.leave(this.editor, fid, exit);
      },
    });
    this.labelInput = input;
    place.replaceWith(input);
    this.describe();
    fitHeight(input);
    // The editor has scrolled to the field, with room for its toolbar.
    input.focus({ preventScroll: true });
    input.select();
  }

  stopEvent(event: Event): boolean {
    return this.labelInput !== null && event.target === this.labelInput;
  }

  destroy(): void {
    this.labelInput = null;
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

  private card() {
    return fieldCard(storedAttrs(this.node.attrs));
  }

  private describe(): void {
    const card = this.card();
    this.dom.dataset.fid = String(this.node.attrs.fid);
    this.dom.dataset.name = card.name;
    this.dom.setAttribute("aria-label", `${card.kind} field: ${card.label || card.name}`);
    // Screen readers ignore the content of an image, so the card with an input is a group.
    this.dom.setAttribute("role", this.labelInput ? "group" : "img");
  }

  private draw(): void {
    this.describe();
    const card = this.card();
    const { labelInput } = this;
    // Redrawing the card would take the focus from the input.
    if (!labelInput) drawCard(this.dom, card, this.node.isInline);
    else if (labelInput.value !== card.label) labelInput.value = card.label;
  }
}

/** Edit the label of a field in the text; returns false if the document does not have the field. */
export function editLabel(editor: Editor, fid: string): boolean {
  let pos: number | null = null;
  editor.state.doc.descendants((node, at) => {
    if (isField(node) && node.attrs.fid === fid) pos = at;
    return pos === null;
  });
  const dom = pos === null ? null : editor.view.nodeDOM(pos);
  const view = dom ? views.get(dom) : undefined;
  view?.editLabel();
  return view !== undefined;
}

const fieldSpec = {
  addOptions: (): { labels: LabelActions } => ({ labels: noLabelActions }),
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
  addNodeView(this: { options: { labels: LabelActions } }) {
    const { labels } = this.options;
    return ({ node, editor }: NodeViewRendererProps) => new FieldView(node, editor, labels);
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
export const InlineField = TiptapNode.create({
  name: "dvField",
  group: "inline",
  inline: true,
  ...fieldSpec,
  parseHTML: () => parseRules(tags.dvField),
  renderHTML: ({ node, HTMLAttributes }) => [...renderField(tags.dvField, node, HTMLAttributes)],
});

/** Field on its own line. */
export const BlockField = TiptapNode.create({
  name: "dvFieldBlock",
  group: "block",
  ...fieldSpec,
  parseHTML: () => parseRules(tags.dvFieldBlock),
  renderHTML: ({ node, HTMLAttributes }) => [...renderField(tags.dvFieldBlock, node, HTMLAttributes)],
});

export function isField(node: DocumentNode): boolean {
  return node.type.name === "dvField" || node.type.name === "dvFieldBlock";
}
