import { Editor } from "@tiptap/core";
import { afterEach, beforeAll, expect, test } from "vitest";
import hostile from "../../../../../tests/vectors/hostile-html.json";
import pasted from "../../../../../tests/vectors/pasted-html.json";
import type { DocNode } from "../../../../domain/questionnaire/rules/types";
import { nodesIn } from "../../../../domain/questionnaire/rules/walk";
import { formExtensions } from "./extensions";
import { toStored } from "./stored";

let editor: Editor | null = null;

beforeAll(() => {
  // The files that the corpus refers to are never loaded; without this setting that is an error.
  const { happyDOM } = window as unknown as { happyDOM: { settings: Record<string, unknown> } };
  happyDOM.settings.handleDisabledFileLoadingAsSuccess = true;
});

afterEach(() => {
  editor?.destroy();
  editor = null;
});

function paste(html: string): DocNode {
  const element = document.createElement("div");
  document.body.append(element);
  editor = new Editor({ element, extensions: formExtensions(), injectCSS: false });
  editor.view.pasteHTML(html);
  return toStored(editor.getJSON() as DocNode).doc;
}

test.each(pasted)("$what", ({ html, expected }) => {
  expect(paste(html).content).toEqual(expected);
});

const knownTypes = new Set([
  "doc",
  "heading",
  "paragraph",
  "bulletList",
  "orderedList",
  "listItem",
  "blockquote",
  "horizontalRule",
  "table",
  "tableRow",
  "tableHeader",
  "tableCell",
  "image",
  "dvFieldBlock",
  "text",
  "hardBreak",
  "dvField",
]);

test.each(hostile.map((html, index) => ({ html, index })))("hostile HTML $index is cleaned", ({ html }) => {
  const doc = paste(html);
  const dom = editor?.view.dom as HTMLElement;
  const elements = [...dom.querySelectorAll("*")];
  expect(
    elements.filter(({ tagName }) => /^(script|iframe|object|embed|form|input|style|link)$/i.test(tagName)),
  ).toEqual([]);
  for (const element of elements) {
    expect(element.getAttributeNames().filter((name) => name.startsWith("on"))).toEqual([]);
    const href = element.getAttribute("href");
    if (element.tagName === "A") expect(href).toMatch(/^(https?:|mailto:)/);
  }
  for (const node of nodesIn(doc)) {
    expect(knownTypes.has(node.type)).toBe(true);
    if (node.type === "heading") expect([1, 2, 3]).toContain(node.attrs?.level);
    if (node.type === "image") expect(Number.isSafeInteger(node.attrs?.attachmentId)).toBe(true);
    if (node.type === "tableCell") {
      expect(node.attrs?.colspan ?? 1).toBeLessThanOrEqual(50);
      expect(node.attrs?.rowspan ?? 1).toBeGreaterThan(0);
    }
    if (node.type === "dvFieldBlock") expect(node.attrs?.name).toMatch(/^(?!__)[A-Za-z0-9_]{1,64}$/);
  }
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});
