import { Node, type NodeViewRendererProps, textblockTypeInputRule } from "@tiptap/core";
import type { Node as DocumentNode } from "@tiptap/pm/model";
import type { NodeView } from "@tiptap/pm/view";
import "./text.scss";

const levels = [1, 2, 3] as const;

/**
 * Heading. Level 1 is the title of the form, level 2 opens a section. In HTML each is one level below, after the page's
 * h1.
 */
export const Heading = Node.create({
  name: "heading",
  group: "block",
  content: "inline*",
  defining: true,
  addAttributes: () => ({ level: { default: 2, rendered: false } }),
  parseHTML: () => [
    { tag: "h1, h2, h3, h4, h5, h6", getAttrs: (element: HTMLElement) => ({ level: levelOf(element) }) },
  ],
  renderHTML: ({ node }) => [`h${Number(node.attrs.level) + 1}`, { "data-level": node.attrs.level }, 0],
  addKeyboardShortcuts() {
    return Object.fromEntries(
      levels.map((level) => [
        `Mod-Alt-${level}`,
        () => this.editor.commands.toggleNode(this.name, "paragraph", { level }),
      ]),
    );
  },
  addInputRules() {
    return levels.map((level) =>
      textblockTypeInputRule({
        find: new RegExp(`^#{${level}}\\s$`),
        type: this.type,
        getAttributes: { level },
      }),
    );
  },
});

function levelOf(element: HTMLElement): number {
  const own = Number(element.getAttribute("data-level"));
  return own >= 1 && own <= 3 ? own : Math.min(3, Number(element.tagName.slice(1)));
}

/** List item. It can contain all blocks, including fields and tables, like the stored document. */
export const ListItem = Node.create({
  name: "listItem",
  content: "block+",
  defining: true,
  parseHTML: () => [{ tag: "li" }],
  renderHTML: () => ["li", 0],
  addKeyboardShortcuts() {
    return {
      Enter: () => this.editor.commands.splitListItem(this.name),
      Tab: () => this.editor.isActive(this.name) && this.editor.commands.sinkListItem(this.name),
      "Shift-Tab": () => this.editor.isActive(this.name) && this.editor.commands.liftListItem(this.name),
    };
  },
});

/** Picture, stored as the id of its attachment. */
export const Picture = Node.create({
  name: "image",
  group: "block",
  atom: true,
  draggable: true,
  addAttributes: () => ({
    attachmentId: {
      default: null,
      parseHTML: (element: HTMLElement) => pictureId(element),
      renderHTML: (attrs) => ({ "data-attachment-id": attrs.attachmentId }),
    },
    alt: {
      default: "",
      parseHTML: (element: HTMLElement) => (element.getAttribute("alt") ?? "").slice(0, 500),
    },
  }),
  parseHTML: () => [
    {
      tag: "img[data-attachment-id]",
      getAttrs: (element: HTMLElement) => (pictureId(element) === null ? false : null),
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ["img", HTMLAttributes],
  addNodeView:
    () =>
    ({ node }: NodeViewRendererProps) =>
      new PictureView(node),
});

function pictureId(element: HTMLElement): number | null {
  const text = element.getAttribute("data-attachment-id") ?? "";
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

class PictureView implements NodeView {
  readonly dom: HTMLElement;
  private readonly image = document.createElement("img");
  private node: DocumentNode;

  constructor(node: DocumentNode) {
    this.node = node;
    this.dom = document.createElement("figure");
    this.dom.className = "form-picture";
    this.dom.append(this.image);
    this.draw();
  }

  update(node: DocumentNode): boolean {
    if (node.type !== this.node.type) return false;
    this.node = node;
    this.draw();
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
    const { attachmentId, alt } = this.node.attrs;
    const address = `/files/${Number(attachmentId)}`;
    if (this.image.getAttribute("src") !== address) this.image.src = address;
    this.image.alt = String(alt ?? "");
  }
}
