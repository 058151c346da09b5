import { Extension } from "@tiptap/core";
import { type Node as DocumentNode, Fragment, Slice } from "@tiptap/pm/model";
import { Plugin } from "@tiptap/pm/state";
import { attrsFromUntrusted } from "../fields/attrs";
import { isField } from "../fields/field-nodes";
import { isSafeLink } from "./links";

/**
 * Conversion of pasted content to blocks of a form. The schema of the editor drops unknown nodes; this extension
 * converts the markup of Word, Google Docs and mail programs to headings and lists.
 */
export const CleanPaste = Extension.create({
  name: "cleanPaste",
  addProseMirrorPlugins: () => [
    new Plugin({ props: { transformPastedHTML: cleanHtml, transformPasted: cleanSlice } }),
  ],
});

const removedElements =
  "script, style, meta, link, title, head, iframe, frame, object, embed, applet, template, noscript, svg, math, " +
  "form, input, select, textarea, button, video, audio, canvas, xml, base";

/** Clean HTML from the clipboard. It is parsed into a separate document and never becomes part of the page. */
function cleanHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(disableAttributes(html), "text/html");
  for (const element of body.querySelectorAll(removedElements)) element.remove();
  dropComments(body);
  convertWordLists(body);
  for (const element of [...body.querySelectorAll<HTMLElement>("*")]) cleanElement(element);
  return body.innerHTML;
}

/**
 * Rename style attributes and event handlers. They have no effect in a parsed document, but browsers report each of
 * them as a violation of the page's content security policy.
 */
function disableAttributes(html: string): string {
  return html
    .replace(/<style\b[^>]*>[\s\S]*?(<\/style\s*>|$)/gi, "")
    .replace(/<(base|meta|link)\b[^>]*>/gi, "")
    .replace(/<[a-z][^<>]*>/gi, (tag) =>
      tag.replace(/([\s"'/])style\s*=/gi, "$1data-style=").replace(/([\s"'/])on[a-z]+\s*=/gi, "$1data-off="),
    );
}

function styleOf(element: Element): string {
  return element.getAttribute("data-style") ?? element.getAttribute("style") ?? "";
}

function dropComments(root: Node): void {
  for (const child of [...root.childNodes]) {
    if (child.nodeType === 8) child.remove();
    else dropComments(child);
  }
}

function cleanElement(element: HTMLElement): void {
  const tag = element.tagName.toLowerCase();
  const heading = headingLevel(element, tag);
  // Google Docs wraps all content in a `b` element that is not bold.
  const isWrapper = tag.includes(":") || (tag === "b" && /^docs-internal-guid/.test(element.id));
  if (isWrapper) unwrap(element);
  else if (isHidden(element)) element.remove();
  else if (heading) rename(element, heading);
  else if (tag === "span" && hasMark(element)) replaceStyles(element);
  else if (tag === "a" && !isSafeLink(element.getAttribute("href"))) unwrap(element);
  else dropAttributes(element);
}

function dropAttributes(element: HTMLElement): void {
  for (const name of element.getAttributeNames()) {
    if (!allowedAttributes.has(name)) element.removeAttribute(name);
  }
}

const allowedAttributes: ReadonlySet<string> = new Set([
  "href",
  "start",
  "colspan",
  "rowspan",
  "data-field",
  "data-level",
  "data-pm-slice",
  "data-attachment-id",
  "alt",
]);

function isHidden(element: HTMLElement): boolean {
  const style = styleOf(element);
  return /(^|;)\s*(display\s*:\s*none|mso-hide\s*:\s*all)/i.test(style);
}

function headingLevel(element: HTMLElement, tag: string): string | null {
  if (/^h[4-6]$/.test(tag)) return "h3";
  const name = element.className;
  if (tag !== "p" || typeof name !== "string") return null;
  if (/\bMsoTitle\b/.test(name)) return "h1";
  const word = /\bMsoHeading([1-9])\b/.exec(name);
  return word ? `h${Math.min(3, Number(word[1]))}` : null;
}

function hasMark(element: HTMLElement): boolean {
  return marksOf(element).length > 0;
}

function marksOf(element: HTMLElement): string[] {
  const style = styleOf(element).toLowerCase();
  const marks: string[] = [];
  if (/font-weight\s*:\s*(bold|[6-9]00)/.test(style)) marks.push("strong");
  if (/font-style\s*:\s*italic/.test(style)) marks.push("em");
  if (/text-decoration[^;]*underline/.test(style) && !element.closest("a")) marks.push("u");
  if (/text-decoration[^;]*line-through/.test(style)) marks.push("s");
  return marks;
}

/** Replace inline styles by the elements with the same meaning. */
function replaceStyles(element: HTMLElement): void {
  const marks = marksOf(element);
  let inner: HTMLElement | null = null;
  for (const tag of marks.reverse()) {
    const replacement = element.ownerDocument.createElement(tag);
    replacement.append(...(inner ? [inner] : [...element.childNodes]));
    inner = replacement;
  }
  if (inner) element.replaceWith(inner);
}

function unwrap(element: HTMLElement): void {
  element.replaceWith(...element.childNodes);
}

function rename(element: HTMLElement, tag: string): void {
  const replacement = element.ownerDocument.createElement(tag);
  replacement.append(...element.childNodes);
  element.replaceWith(replacement);
}

/**
 * Convert the lists of Word, which are paragraphs with a level: adjacent ones form a list, deeper ones a nested list.
 */
function convertWordLists(body: HTMLElement): void {
  const items = [...body.querySelectorAll<HTMLElement>("p, h1, h2, h3, h4, h5, h6")].filter(wordLevel);
  const open: { list: HTMLElement; level: number }[] = [];
  let last: Element | null = null;
  for (const item of items) {
    const level = wordLevel(item);
    const isNumbered = removeBullet(item);
    const continues = last !== null && last === item.previousElementSibling;
    if (!continues) open.length = 0;
    while (open.length > 0 && (open.at(-1)?.level ?? 0) > level) open.pop();
    if (open.length === 0 || (open.at(-1)?.level ?? 0) < level) {
      const list = body.ownerDocument.createElement(isNumbered ? "ol" : "ul");
      const parent = open.at(-1)?.list.lastElementChild;
      if (parent) parent.append(list);
      else item.before(list);
      open.push({ list, level });
    }
    const entry = body.ownerDocument.createElement("li");
    const line = body.ownerDocument.createElement("p");
    line.append(...item.childNodes);
    entry.append(line);
    open.at(-1)?.list.append(entry);
    last = open[0]?.list ?? null;
    item.remove();
  }
}

function wordLevel(element: HTMLElement): number {
  const match = /mso-list\s*:\s*\S+\s+level(\d+)/i.exec(styleOf(element));
  return match ? Number(match[1]) : 0;
}

/** Remove the bullet or number that Word writes as text; returns true if it was a number. */
function removeBullet(item: HTMLElement): boolean {
  const marker = [...item.querySelectorAll<HTMLElement>("span")].find((span) =>
    /mso-list\s*:\s*ignore/i.test(styleOf(span)),
  );
  const text = marker?.textContent ?? "";
  marker?.remove();
  return /^[\s\u00a0]*\(?([0-9]+|[a-z]|[ivxlc]+)[.)]/i.test(text);
}

/** Limit for nested levels in pasted content; deeper content is flattened. The server accepts 24 levels in total. */
const maxLevels = 14;

/** Clean the attributes of a slice that has passed the schema. */
function cleanSlice(slice: Slice): Slice {
  if (depthOf(slice.content) > maxLevels) return new Slice(cleanFragment(flatten(slice.content)), 0, 0);
  return new Slice(cleanFragment(slice.content), slice.openStart, slice.openEnd);
}

function depthOf(fragment: Fragment): number {
  let deepest = 0;
  fragment.forEach((node) => {
    deepest = Math.max(deepest, 1 + depthOf(node.content));
  });
  return deepest;
}

function flatten(fragment: Fragment): Fragment {
  const blocks: DocumentNode[] = [];
  fragment.descendants((node) => {
    if (!node.isTextblock && !(node.isBlock && node.isLeaf)) return true;
    blocks.push(node);
    return false;
  });
  return Fragment.fromArray(blocks);
}

function cleanFragment(fragment: Fragment): Fragment {
  const nodes: DocumentNode[] = [];
  fragment.forEach((node) => {
    const clean = cleanNode(node);
    if (clean) nodes.push(clean);
  });
  return Fragment.fromArray(nodes);
}

const integerAttrs: Readonly<
  Record<string, readonly [name: string, least: number, most: number, fallback: number][]>
> = {
  heading: [["level", 1, 3, 3]],
  orderedList: [["start", 0, 9_999, 1]],
  tableCell: spans(),
  tableHeader: spans(),
};

function spans(): [string, number, number, number][] {
  return [
    ["colspan", 1, 50, 1],
    ["rowspan", 1, 50, 1],
  ];
}

function cleanNode(node: DocumentNode): DocumentNode | null {
  if (node.isText) return node;
  if (isField(node)) {
    const attrs = attrsFromUntrusted(node.attrs);
    return attrs && node.type.create({ ...attrs }, null, node.marks);
  }
  if (
    node.type.name === "image" &&
    !(Number.isSafeInteger(node.attrs.attachmentId) && node.attrs.attachmentId > 0)
  ) {
    return null;
  }
  const attrs = { ...node.attrs };
  for (const [name, min, max, fallback] of integerAttrs[node.type.name] ?? []) {
    const value: unknown = attrs[name];
    const isValid = Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max;
    if (!isValid) attrs[name] = fallback;
  }
  if ("colwidth" in attrs) attrs.colwidth = null;
  return node.type.create(attrs, cleanFragment(node.content), node.marks);
}
