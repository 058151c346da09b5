import { Editor } from "@tiptap/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { DocMark, DocNode } from "../../../../domain/questionnaire/rules/types";
import { everyType } from "../../../../testing/form-documents";
import { formExtensions } from "./extensions";
import { fromStored, toStored } from "./stored";

const words = fc
  .string({ minLength: 1, maxLength: 12 })
  .map((text) => text.replace(/\s+/g, " ").trim() || "x");

/** Marks in the order of the editor's schema. */
const marks = fc
  .record({
    link: fc.boolean(),
    bold: fc.boolean(),
    italic: fc.boolean(),
    strike: fc.boolean(),
    underline: fc.boolean(),
  })
  .map((flags): DocMark[] => [
    ...(flags.link ? [{ type: "link", attrs: { href: "https://example.org/a" } }] : []),
    ...(flags.bold ? [{ type: "bold" }] : []),
    ...(flags.italic ? [{ type: "italic" }] : []),
    ...(flags.strike ? [{ type: "strike" }] : []),
    ...(flags.underline ? [{ type: "underline" }] : []),
  ]);

let fids = 0;
const fieldAttrs = fc
  .record({
    type: fc.constantFrom("TEXT", "NUMBER", "YESNO", "SINGLE_CHOICE", "TABLE", "FILE"),
    label: words,
    required: fc.boolean(),
    hint: fc.option(words, { nil: undefined }),
    weight: fc.constantFrom(undefined, 2, 0.5),
    visibleWhen: fc.constantFrom(
      undefined,
      { field: "other", operator: "equals", value: true },
      { any: ["answered", "unanswered"].map((operator) => ({ field: "other", operator })) },
    ),
    scoring: fc.constantFrom(undefined, [{ operator: "equals", operand: "a", points: 3, followUp: "Why?" }]),
    options: fc.constantFrom(undefined, [{ value: "a", label: "A" }]),
  })
  .map((values) => {
    fids += 1;
    const attrs: Record<string, unknown> = {
      fid: `field-${String(fids).padStart(6, "0")}`,
      name: `f_${fids}`,
      ...values,
    };
    if (!values.required) delete attrs.required;
    return Object.fromEntries(Object.entries(attrs).filter(([, value]) => value !== undefined));
  });

/** Adjacent text nodes have different marks, because every editor merges equal ones. */
const inline = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.record({ type: fc.constant("text"), text: words, marks }) },
      { weight: 1, arbitrary: fc.record({ type: fc.constant("dvField"), attrs: fieldAttrs }) },
      { weight: 1, arbitrary: fc.constant({ type: "hardBreak" }) },
    ),
    { maxLength: 5 },
  )
  .map((nodes): DocNode[] =>
    (nodes as DocNode[])
      .filter((node, at) => {
        const before = nodes[at - 1] as DocNode | undefined;
        return !(
          node.type === "text" &&
          before?.type === "text" &&
          JSON.stringify(node.marks) === JSON.stringify(before.marks)
        );
      })
      .map((node) => (node.marks?.length === 0 ? { type: node.type, text: node.text as string } : node)),
  );

const withContent = (
  type: string,
  content: readonly DocNode[],
  attrs?: Record<string, unknown>,
): DocNode => ({
  type,
  ...(attrs ? { attrs } : {}),
  ...(content.length > 0 ? { content } : {}),
});

const { block } = fc.letrec<{ block: DocNode; leaf: DocNode; box: DocNode }>((tie) => ({
  leaf: fc.oneof(
    inline.map((content) => withContent("paragraph", content)),
    fc
      .tuple(fc.integer({ min: 1, max: 3 }), inline)
      .map(([level, content]) => withContent("heading", content, { level })),
    fieldAttrs.map((attrs) => ({ type: "dvFieldBlock", attrs })),
    fc.constant({ type: "horizontalRule" }),
    fc.record({
      type: fc.constant("image"),
      attrs: fc.record({ attachmentId: fc.integer({ min: 1, max: 99 }), alt: words }),
    }),
  ),
  box: fc.oneof(
    fc
      .array(fc.array(tie("leaf"), { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 3 })
      .map((items) =>
        withContent(
          "bulletList",
          items.map((content) => withContent("listItem", content)),
        ),
      ),
    fc
      .tuple(fc.integer({ min: 2, max: 9 }), fc.array(tie("leaf"), { minLength: 1, maxLength: 2 }))
      .map(([start, content]) => withContent("orderedList", [withContent("listItem", content)], { start })),
    fc
      .array(tie("block"), { minLength: 1, maxLength: 2 })
      .map((content) => withContent("blockquote", content)),
    fc
      .array(fc.array(tie("leaf"), { minLength: 1, maxLength: 2 }), { minLength: 4, maxLength: 4 })
      .map((cells) => {
        const [a, b, c, d] = cells as [DocNode[], DocNode[], DocNode[], DocNode[]];
        return withContent("table", [
          withContent("tableRow", [withContent("tableHeader", a), withContent("tableHeader", b)]),
          withContent("tableRow", [withContent("tableCell", c), withContent("tableCell", d)]),
        ]);
      }),
  ),
  block: fc.oneof({ maxDepth: 2 }, { weight: 3, arbitrary: tie("leaf") }, tie("box")),
}));

function throughEditor(doc: DocNode): DocNode {
  const element = document.createElement("div");
  const editor = new Editor({
    element,
    extensions: formExtensions(),
    content: fromStored({ schemaVersion: 1, doc }),
    injectCSS: false,
  });
  const stored = toStored(editor.getJSON() as DocNode).doc;
  editor.destroy();
  return stored;
}

test("a stored document is unchanged after a round trip through the editor", () => {
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 6 }), (content) => {
      const doc: DocNode = { type: "doc", content };
      expect(throughEditor(doc)).toEqual(doc);
    }),
    { numRuns: 40 },
  );
}, 30_000);

test("every type of field is unchanged after a round trip, and an empty document gets a line", () => {
  const { doc } = everyType();
  expect(throughEditor(doc)).toEqual(doc);
  expect(throughEditor({ type: "doc" })).toEqual({ type: "doc", content: [{ type: "paragraph" }] });
});
