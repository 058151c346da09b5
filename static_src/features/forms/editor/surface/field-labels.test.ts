import { Editor } from "@tiptap/core";
import { afterEach, expect, test } from "vitest";
import type { DocNode } from "../../../../domain/questionnaire/rules/types";
import { blockNode, fieldNode, formOf, textNode } from "../../../../testing/form-documents";
import { selectedField } from "../fields/field-guard";
import { fieldsIn } from "../fields/field-identity";
import { addLineAfter, type Command, selectField } from "./commands";
import { type EditorHooks, formExtensions } from "./extensions";
import { addField } from "./inserts";
import { topicAt } from "./sections";
import { fromStored } from "./stored";

let editor: Editor;

afterEach(() => {
  editor.destroy();
  document.body.replaceChildren();
});

function open(content: DocNode[], hooks: EditorHooks = {}): Editor {
  const element = document.createElement("div");
  document.body.append(element);
  editor = new Editor({
    element,
    extensions: formExtensions(hooks),
    content: fromStored(formOf(...content)),
    injectCSS: false,
  });
  return editor;
}

const heading = (level: number, text: string) => blockNode("heading", [textNode(text)], { level });
const emptyLine: DocNode = { type: "paragraph" };
const run = (command: Command) => command(editor.state, editor.view.dispatch);
const fields = () => fieldsIn(editor.state.doc).map(({ node }) => node.attrs);
const labels = () => fields().map(({ label }) => label);
const cursorAtEnd = () => editor.commands.setTextSelection(editor.state.doc.content.size - 1);

function labelInput(): HTMLTextAreaElement {
  expect(document.activeElement).toBeInstanceOf(HTMLTextAreaElement);
  return document.activeElement as HTMLTextAreaElement;
}

function write(text: string) {
  const input = labelInput();
  input.value = text;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

const press = (key: string, options: KeyboardEventInit = {}) =>
  labelInput().dispatchEvent(
    new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...options }),
  );

test("the label of a new field has the focus, its text is selected, and a screen reader gets its name", () => {
  open([emptyLine]);
  addField(editor, "NUMBER");
  const input = labelInput();
  expect(input.value.slice(input.selectionStart, input.selectionEnd)).toBe("Number");
  expect(input.getAttribute("aria-label")).toBe("Label of the Number field");
  expect(input.closest("[role]")?.getAttribute("role")).toBe("group");
  write("Pumps a year");
  expect(labels()).toEqual(["Pumps a year"]);
  expect(labelInput()).toBe(input);
  expect(fields()[0]?.name).toBe("number_1");
});

test("Enter adds the next question of the same type below, and derives the name from the label", () => {
  open([heading(2, "Quality"), emptyLine, blockNode("paragraph", [textNode("end")])]);
  editor.commands.setTextSelection(10);
  addField(editor, "YESNO");
  write("Certified?");
  press("Enter");
  write("Audited?");
  expect(fields().map(({ name, type, label, topic }) => [name, type, label, topic])).toEqual([
    ["certified", "YESNO", "Certified?", "Quality"],
    ["yesno_1", "YESNO", "Audited?", "Quality"],
  ]);
  expect(editor.state.doc.lastChild?.textContent).toBe("end");
  press("Escape");
  expect(document.activeElement).toBe(editor.view.dom);
  expect(selectedField(editor.state)?.node.attrs.name).toBe("audited");
  expect(editor.view.dom.querySelector("textarea")).toBeNull();
});

test("Enter that ends the composition of an input method adds nothing", () => {
  open([emptyLine]);
  addField(editor, "TEXT");
  press("Enter", { isComposing: true });
  expect(labels()).toEqual(["Short text"]);
});

test("the loss of the focus ends the editing and keeps the label; a published name stays", () => {
  open([fieldNode("text_1", { fid: "the-field" })], { isPublished: (fid) => fid === "the-field" });
  run(selectField("the-field"));
  editor.commands.keyboardShortcut("Shift-F2");
  write("Your name");
  labelInput().blur();
  expect(editor.view.dom.querySelector("textarea")).toBeNull();
  expect(fields().map(({ name, label }) => [name, label])).toEqual([["text_1", "Your name"]]);
});

test("the default label gives the field no name", () => {
  open([emptyLine]);
  addField(editor, "NUMBER");
  press("Escape");
  expect(fields().map(({ name, label }) => [name, label])).toEqual([["number_1", "Number"]]);
});

test("F2 in a label leads to the settings", () => {
  let count = 0;
  open([emptyLine], {
    onProperties: () => {
      count += 1;
      return true;
    },
  });
  addField(editor, "TEXT");
  press("F2");
  expect(count).toBe(1);
});

test("Enter in the label of a field within a sentence moves the cursor behind the field", () => {
  open([blockNode("paragraph", [textNode("Made on ")])]);
  cursorAtEnd();
  addField(editor, "DATE", { inline: true });
  write("Day of production");
  press("Enter");
  editor.commands.insertContent("in Stuttgart");
  expect(labels()).toEqual(["Day of production"]);
  expect(editor.state.doc.textContent).toBe("Made on in Stuttgart");
});

test("clicking the label of a selected field edits it, and the first click only selects the field", () => {
  open([emptyLine, fieldNode("one")]);
  const dom = editor.view.dom.querySelector<HTMLElement>(".form-field");
  const click = () => {
    const label = dom?.querySelector(".form-field-label");
    label?.dispatchEvent(new MouseEvent("mousedown", { bubbles: true }));
    label?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  };
  click();
  expect(dom?.querySelector("textarea")).toBeNull();
  run(selectField(String(fields()[0]?.fid)));
  click();
  expect(labelInput().value).toBe("Question one");
});

test.each<[DocNode[], string]>([
  [[heading(1, "Form")], ""],
  [[heading(2, "2. Quality  and  safety")], "Quality and safety"],
  [[heading(2, "2.1) Quality")], "Quality"],
  [[heading(2, "2027 plans")], "2027 plans"],
  [[heading(2, "Quality"), heading(3, "Audits")], "Quality"],
  [[heading(3, "Audits")], "Audits"],
  [[heading(2, "Quality"), blockNode("heading", [], { level: 2 })], ""],
  [[heading(2, "x".repeat(300))], "x".repeat(200)],
])("the topic of a new field is the section above it: %#", (content, topic) => {
  open([...content, emptyLine, heading(2, "Below")]);
  expect(topicAt(editor.state.doc, editor.state.doc.content.size - 8)).toBe(topic);
});

test("a topic that a field has stays, and the topic of other fields does not change", () => {
  open([fieldNode("one"), heading(2, "Quality"), emptyLine]);
  cursorAtEnd();
  addField(editor, "TEXT");
  expect(fields().map(({ topic }) => topic)).toEqual([null, "Quality"]);
});

test("a new field is scored together with the fields of its section that have no topic", () => {
  open([heading(2, "1. Quality"), fieldNode("one"), heading(2, "2. Safety"), emptyLine]);
  expect(topicAt(editor.state.doc, editor.state.doc.content.size - 2)).toBe("Safety");
  run(selectField(String(fields()[0]?.fid)));
  addField(editor, "TEXT");
  expect(fields().map(({ topic }) => topic)).toEqual([null, "1. Quality"]);
});

test("a section is added after the selected field, with the cursor in it", () => {
  open([fieldNode("one"), fieldNode("two")]);
  run(selectField(String(fields()[0]?.fid)));
  expect(run(addLineAfter(2))).toBe(true);
  editor.commands.insertContent("Environment");
  const blocks = editor.state.doc.content.content.map(({ type, textContent }) => [type.name, textContent]);
  expect(blocks).toEqual([
    ["dvFieldBlock", ""],
    ["heading", "Environment"],
    ["dvFieldBlock", ""],
  ]);
  expect(editor.state.doc.child(1).attrs.level).toBe(2);
  expect(run(addLineAfter(2))).toBe(false);
});
