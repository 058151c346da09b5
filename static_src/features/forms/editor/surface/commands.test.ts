import { Editor } from "@tiptap/core";
import { NodeSelection, TextSelection } from "@tiptap/pm/state";
import { afterEach, describe, expect, test } from "vitest";
import type { DocNode, FieldAttrs } from "../../../../domain/questionnaire/rules/types";
import { nodesIn } from "../../../../domain/questionnaire/rules/walk";
import { blockNode, fieldNode, formOf, textNode } from "../../../../testing/form-documents";
import { selectedField } from "../fields/field-guard";
import { fieldsIn } from "../fields/field-identity";
import { newField } from "../fields/field-names";
import {
  type Command,
  copyField,
  deleteField,
  goToEdge,
  insertField,
  moveBlock,
  selectField,
  setFieldAttrs,
  toggleInline,
} from "./commands";
import { formExtensions } from "./extensions";
import { fromStored, toStored } from "./stored";
import { insertTable } from "./tables";

let editor: Editor;

afterEach(() => editor.destroy());

function open(...content: DocNode[]): Editor {
  const element = document.createElement("div");
  document.body.append(element);
  editor = new Editor({
    element,
    extensions: formExtensions(),
    content: fromStored(formOf(...content)),
    injectCSS: false,
  });
  return editor;
}

const run = (command: Command) => command(editor.state, editor.view.dispatch);
const stored = () => toStored(editor.getJSON() as DocNode).doc;
const names = () => fieldsIn(editor.state.doc).map(({ node }) => node.attrs.name);
const fids = () => fieldsIn(editor.state.doc).map(({ node }) => node.attrs.fid);
/** List the blocks of the document: fields by name, other blocks by type. */
const blockNames = () => (stored().content ?? []).map((node) => String(node.attrs?.name ?? node.type));
const fidOf = (name: string) =>
  String(fieldsIn(editor.state.doc).find(({ node }) => node.attrs.name === name)?.node.attrs.fid);
const select = (name: string) => run(selectField(fidOf(name)));

const paragraph = (text: string) => blockNode("paragraph", [textNode(text)]);
const emptyLine: DocNode = { type: "paragraph" };

/** Put the cursor after `text`. */
function cursorAfter(text: string) {
  editor.state.doc.descendants((node, pos) => {
    if (!node.isText || !node.text?.includes(text)) return;
    const at = pos + node.text.indexOf(text) + text.length;
    editor.view.dispatch(editor.state.tr.setSelection(TextSelection.create(editor.state.doc, at)));
  });
}

describe("inserting", () => {
  test("a field replaces an empty line and is selected", () => {
    open(paragraph("a"), emptyLine);
    editor.commands.setTextSelection(4);
    expect(run(insertField(newField("NUMBER", new Set())))).toBe(true);
    expect(blockNames()).toEqual(["paragraph", "number_1"]);
    expect(selectedField(editor.state)?.node.attrs.type).toBe("NUMBER");
  });

  test("a field is inserted below a line with text, or into its sentence", () => {
    open(paragraph("made on day"), paragraph("end"));
    cursorAfter("made on ");
    run(insertField(newField("DATE", new Set()), { inline: true }));
    expect(stored().content?.[0]?.content?.map(({ type }) => type)).toEqual(["text", "dvField", "text"]);
    cursorAfter("end");
    run(insertField(newField("FILE", new Set()), { inline: true }));
    expect(blockNames()).toEqual(["paragraph", "paragraph", "file_1"]);
  });

  test("a field is inserted after a selected field, and the text typed for the menu is deleted", () => {
    open(fieldNode("first"), paragraph("see /num"));
    select("first");
    run(insertField(newField("TEXT", new Set())));
    expect(names()).toEqual(["first", "text_1"]);
    cursorAfter("/num");
    const to = editor.state.selection.from;
    run(insertField(newField("NUMBER", new Set()), { replacing: { from: to - 4, to }, inline: true }));
    expect(stored().content?.at(-1)?.content?.[0]).toEqual({ type: "text", text: "see " });
  });

  test("a new table has a heading row, and the cursor is in it", () => {
    open(emptyLine);
    run(insertTable);
    const table = stored().content?.[0];
    expect(table?.content?.map((row) => row.content?.[0]?.type)).toEqual([
      "tableHeader",
      "tableCell",
      "tableCell",
    ]);
    editor.commands.insertContent("Head");
    expect(editor.state.doc.firstChild?.firstChild?.textContent).toBe("Head");
  });
});

describe("moving", () => {
  test("a field moves past its neighbours and stops at both ends", () => {
    open(paragraph("a"), fieldNode("one"), paragraph("b"));
    select("one");
    expect(run(moveBlock(-1))).toBe(true);
    expect(blockNames()).toEqual(["one", "paragraph", "paragraph"]);
    expect(run(moveBlock(-1))).toBe(false);
    run(moveBlock(1));
    run(moveBlock(1));
    expect(blockNames()).toEqual(["paragraph", "paragraph", "one"]);
    expect(run(moveBlock(1))).toBe(false);
    expect(selectedField(editor.state)?.node.attrs.name).toBe("one");
  });

  test("a field leaves a quotation, and the empty quotation is deleted", () => {
    open(blockNode("blockquote", [fieldNode("inside")]), paragraph("after"));
    select("inside");
    run(moveBlock(1));
    expect(blockNames()).toEqual(["inside", "paragraph"]);
    expect(selectedField(editor.state)?.node.attrs.name).toBe("inside");
  });

  test("a field leaves a table cell, and the cell keeps an empty line", () => {
    const cell = (content: DocNode) => blockNode("tableCell", [content]);
    open(blockNode("table", [blockNode("tableRow", [cell(fieldNode("inside")), cell(paragraph("x"))])]));
    select("inside");
    run(moveBlock(-1));
    expect(blockNames()).toEqual(["inside", "table"]);
    expect(stored().content?.[1]?.content?.[0]?.content?.[0]?.content).toEqual([{ type: "paragraph" }]);
  });

  test("a field within a sentence moves past text and into the next paragraph", () => {
    open(
      blockNode("paragraph", [textNode("a "), fieldNode("in", {}, true), textNode(" b")]),
      paragraph("next"),
    );
    select("in");
    run(moveBlock(1));
    expect(stored().content?.[0]?.content?.map(({ type }) => type)).toEqual(["text", "dvField"]);
    run(moveBlock(1));
    expect(stored().content?.[1]?.content?.map(({ type }) => type)).toEqual(["dvField", "text"]);
    expect(fids()).toHaveLength(1);
  });

  test("the block with the cursor moves, and the cursor with it", () => {
    open(paragraph("first"), paragraph("second"));
    cursorAfter("first");
    run(moveBlock(1));
    expect(editor.state.doc.textBetween(0, editor.state.doc.content.size, "|")).toBe("second|first");
    editor.commands.insertContent("!");
    expect(editor.state.doc.lastChild?.textContent).toBe("first!");
  });
});

describe("identity", () => {
  test("a copy has a new id and name and all other attributes of the field", () => {
    open(fieldNode("size", { type: "NUMBER", label: "Size", min: "3" }));
    select("size");
    run(copyField);
    expect(names()).toEqual(["size", "size_2"]);
    expect(new Set(fids()).size).toBe(2);
    const copy = stored().content?.[1]?.attrs as FieldAttrs;
    expect({ type: copy.type, label: copy.label, min: copy.min }).toEqual({
      type: "NUMBER",
      label: "Size",
      min: "3",
    });
  });

  test("pasted copies are new fields, and their conditions refer to the copies", () => {
    open(
      fieldNode("asked", { type: "YESNO" }),
      fieldNode("why", { visibleWhen: { field: "asked", operator: "equals", value: true } }),
      emptyLine,
    );
    const { doc } = editor.state;
    const slice = doc.slice(0, doc.content.size - 2);
    const tr = editor.state.tr.replaceRange(doc.content.size - 1, doc.content.size - 1, slice);
    editor.view.dispatch(tr.setMeta("uiEvent", "paste").setMeta("paste", true));
    expect(names()).toEqual(["asked", "why", "asked_2", "why_2"]);
    expect(new Set(fids()).size).toBe(4);
    const conditions = fieldsIn(editor.state.doc).map(({ node }) => node.attrs.visibleWhen?.field);
    expect(conditions).toEqual([undefined, "asked", undefined, "asked_2"]);
  });

  test("a field pasted before its original is the copy", () => {
    open(emptyLine, fieldNode("one"));
    const original = fidOf("one");
    const node = fieldsIn(editor.state.doc)[0]?.node ?? [];
    const tr = editor.state.tr.insert(0, node);
    editor.view.dispatch(tr.setMeta("paste", true));
    expect(names()).toEqual(["one_2", "one"]);
    expect(fids()[1]).toBe(original);
  });

  test("a field keeps its id and name after cut and paste, and after Undo", () => {
    open(fieldNode("one"), paragraph("a"));
    const original = fidOf("one");
    const node = fieldsIn(editor.state.doc)[0]?.node;
    select("one");
    run(deleteField);
    expect(names()).toEqual([]);
    if (node) editor.view.dispatch(editor.state.tr.insert(0, node).setMeta("paste", true));
    expect([names(), fids()]).toEqual([["one"], [original]]);
    editor.commands.undo();
    editor.commands.undo();
    expect(fids()).toEqual([original]);
  });

  test("a new name is written to the conditions that refer to it, and one Undo reverts both", () => {
    open(
      fieldNode("asked", { type: "YESNO" }),
      fieldNode("why", { visibleWhen: { field: "asked", operator: "equals", value: true } }),
    );
    run(setFieldAttrs(fidOf("asked"), { name: "certified" }));
    const conditionOf = (name: string) =>
      [...nodesIn(stored())].find((node) => node.attrs?.name === name)?.attrs?.visibleWhen;
    expect(conditionOf("why")).toEqual({ field: "certified", operator: "equals", value: true });
    editor.commands.undo();
    expect(names()).toEqual(["asked", "why"]);
    expect(conditionOf("why")).toEqual({ field: "asked", operator: "equals", value: true });
    editor.commands.redo();
    expect(names()).toEqual(["certified", "why"]);
  });

  test("copies, new names and new option values reach every condition of a group", () => {
    const options = [{ value: "large", label: "Large" }];
    open(
      fieldNode("size", { type: "SINGLE_CHOICE", options }),
      fieldNode("why", {
        visibleWhen: {
          any: [
            { field: "size", operator: "equals", value: "large" },
            { field: "size", operator: "unanswered" },
          ],
        },
      }),
      emptyLine,
    );
    run(setFieldAttrs(fidOf("size"), { name: "extent" }));
    run(setFieldAttrs(fidOf("extent"), { options: [{ value: "huge", label: "Huge" }] }));
    const { doc } = editor.state;
    const slice = doc.slice(0, doc.content.size - 2);
    const tr = editor.state.tr.replaceRange(doc.content.size - 1, doc.content.size - 1, slice);
    editor.view.dispatch(tr.setMeta("uiEvent", "paste").setMeta("paste", true));
    const conditionsOn = (name: string) => ({
      any: [
        { field: name, operator: "equals", value: "huge" },
        { field: name, operator: "unanswered" },
      ],
    });
    expect(fieldsIn(editor.state.doc).map(({ node }) => node.attrs.visibleWhen)).toEqual([
      null,
      conditionsOn("extent"),
      null,
      conditionsOn("extent_2"),
    ]);
  });

  test("a new option value is written to the conditions and scoring rules that compare with it", () => {
    const options = [
      { value: "small", label: "Small" },
      { value: "large", label: "Large" },
    ];
    const scoring = [
      { operator: "equals", operand: "large", points: 2 },
      { operator: "in", operand: ["small", "large"], points: 1 },
      { operator: "answered" },
    ] as const;
    open(
      fieldNode("size", { type: "SINGLE_CHOICE", options, scoring }),
      fieldNode("other", { type: "SINGLE_CHOICE", options }),
      fieldNode("why", { visibleWhen: { field: "size", operator: "equals", value: "large" } }),
      fieldNode("how", { visibleWhen: { field: "size", operator: "in", value: ["small", "large"] } }),
      fieldNode("who", { visibleWhen: { field: "other", operator: "equals", value: "large" } }),
    );
    const values = () =>
      fieldsIn(editor.state.doc)
        .slice(2)
        .map(({ node }) => node.attrs.visibleWhen.value);
    const operands = () =>
      fieldsIn(editor.state.doc)[0]?.node.attrs.scoring.map((rule: { operand?: unknown }) => rule.operand);
    const write = (...values: string[]) =>
      run(setFieldAttrs(fidOf("size"), { options: values.map((value) => ({ value, label: value })) }));
    write("small", "huge");
    expect(values()).toEqual(["huge", ["small", "huge"], "large"]);
    expect(operands()).toEqual(["huge", ["small", "huge"], undefined]);
    // Moving, adding or removing an option, or two options with one value, do not change conditions and rules.
    for (const last of [["small"], ["small", "new"], ["small"], ["huge"], ["large"]]) {
      write("huge", ...last);
      expect(values()).toEqual(["huge", ["small", "huge"], "large"]);
    }
  });

  test("changing a field keeps it selected", () => {
    open(paragraph("a"), fieldNode("one"));
    select("one");
    run(setFieldAttrs(fidOf("one"), { label: "Other", required: true }));
    expect(selectedField(editor.state)?.node.attrs).toMatchObject({ label: "Other", required: true });
  });
});

describe("a selected field", () => {
  const type = (text: string) =>
    editor.view.someProp("handleTextInput", (handle) =>
      handle(editor.view, 0, 0, text, () => editor.state.tr),
    );

  test("is not replaced by typed or pasted text, and is deleted only by Delete", () => {
    open(paragraph("a"), fieldNode("one"));
    select("one");
    expect(type(" ")).toBe(true);
    expect(blockNames()).toEqual(["paragraph", "one"]);
    expect(type("x")).toBe(true);
    expect(blockNames()).toEqual(["paragraph", "one", "paragraph"]);
    expect(editor.state.doc.lastChild?.textContent).toBe("x");
    select("one");
    editor.view.pasteText("pasted");
    expect(names()).toEqual(["one"]);
    expect(editor.state.doc.textContent).toContain("pasted");
    select("one");
    editor.commands.keyboardShortcut("Delete");
    expect(names()).toEqual([]);
  });

  test("within a sentence gets typed text after it, also a space", () => {
    open(blockNode("paragraph", [textNode("We have "), { ...fieldNode("one"), type: "dvField" }]));
    select("one");
    expect(type(" ")).toBe(true);
    expect(stored().content?.[0]?.content?.at(-1)).toEqual({ type: "text", text: " " });
    expect(selectedField(editor.state)).toBeNull();
    expect(names()).toEqual(["one"]);
  });

  test("can change between a sentence and its own line, unless its type is tall", () => {
    open(paragraph("a"), fieldNode("one"), fieldNode("files", { type: "FILE" }));
    const fid = fidOf("one");
    select("one");
    run(toggleInline);
    expect(stored().content?.[1]?.content?.[0]?.type).toBe("dvField");
    expect(editor.state.selection).toBeInstanceOf(NodeSelection);
    run(toggleInline);
    expect(blockNames()).toEqual(["paragraph", "one", "files"]);
    expect(fids()[0]).toBe(fid);
    select("files");
    expect(run(toggleInline)).toBe(false);
  });
});

describe("the ends of the form", () => {
  test("accept text even if the first or last block is a field", () => {
    open(fieldNode("one"), paragraph("a"), fieldNode("two"));
    select("one");
    run(goToEdge(1));
    editor.view.dispatch(editor.state.tr.insertText("last"));
    run(goToEdge(-1));
    editor.view.dispatch(editor.state.tr.insertText("first"));
    expect(blockNames()).toEqual(["paragraph", "one", "paragraph", "two", "paragraph"]);
    expect(editor.state.doc.firstChild?.textContent).toBe("first");
    expect(editor.state.doc.lastChild?.textContent).toBe("last");
    run(goToEdge(1));
    expect(editor.state.selection).toBeInstanceOf(TextSelection);
    expect(editor.state.selection.from).toBe(editor.state.doc.content.size - 1);
  });
});
