import { Extension } from "@tiptap/core";
import { Fragment, Slice } from "@tiptap/pm/model";
import {
  type EditorState,
  NodeSelection,
  Plugin,
  Selection,
  TextSelection,
  type Transaction,
} from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { isField } from "./field-nodes";

/** Return the selected field if the selection is exactly one field; otherwise null. */
export function selectedField(state: EditorState) {
  const { selection } = state;
  return selection instanceof NodeSelection && isField(selection.node)
    ? { node: selection.node, pos: selection.from }
    : null;
}

/**
 * Protection of a selected field: only Delete and Backspace delete it. Typed or pasted text goes after it, so that a
 * key pressed by mistake loses neither the question nor the text.
 */
export const FieldGuard = Extension.create({
  name: "fieldGuard",
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleTextInput: (view, _from, _to, text) => typeAfter(view, text),
        handlePaste: (view, _event, slice) => pasteAfter(view, slice),
        handleDOMEvents: {
          beforeinput: (view, event) => {
            if (!selectedField(view.state) || !event.inputType.startsWith("insert")) return false;
            if (event.inputType === "insertFromPaste" || event.inputType === "insertFromDrop") return false;
            event.preventDefault();
            return typeAfter(view, event.data ?? "");
          },
          compositionstart: (view) => {
            writeAfter(view);
            return false;
          },
        },
        handleKeyDown: (view, event) => {
          // Input methods can compose only in a text line, so create the line before composition starts.
          if (isForInputMethod(event)) writeAfter(view);
          if (event.key !== "Enter" || event.ctrlKey || event.metaKey || event.altKey) return false;
          return writeAfter(view);
        },
      },
    }),
  ],
});

/** Return true for keys that an input method handles. Screen keyboards send 229 for every key, even for Backspace. */
function isForInputMethod({ keyCode, key }: KeyboardEvent): boolean {
  return keyCode === 229 && (key === "Process" || key.length === 1);
}

function pasteAfter(view: EditorView, slice: Slice): boolean {
  const field = selectedField(view.state);
  if (!field || slice.content.size === 0) return false;
  const after = field.pos + field.node.nodeSize;
  const { tr } = view.state;
  const isLine = slice.content.firstChild?.isInline && field.node.isBlock;
  const paragraph = view.state.schema.nodes.paragraph;
  const insertedSlice =
    isLine && paragraph ? new Slice(Fragment.from(paragraph.create(null, slice.content)), 0, 0) : slice;
  tr.replaceRange(after, after, insertedSlice);
  tr.setMeta("paste", true).setMeta("uiEvent", "paste").scrollIntoView();
  view.dispatch(tr);
  return true;
}

/**
 * Insert typed text after the selected field: in the sentence of an inline field, or on a new line below a block. There
 * a single space is ignored as a mistake.
 */
function typeAfter(view: EditorView, text: string): boolean {
  const field = selectedField(view.state);
  if (!field) return false;
  const tr = text.trim() || (text && field.node.isInline) ? cursorAfter(view.state) : null;
  if (tr) view.dispatch(tr.insertText(text).scrollIntoView());
  return true;
}

/** Move the cursor after the selected field; for a block this adds a line below it. */
function writeAfter(view: EditorView): boolean {
  const tr = cursorAfter(view.state);
  if (!tr) return false;
  view.dispatch(tr.scrollIntoView());
  // If Chromium moves the caret to the new line on its own, input methods lose it at their second key, so set it here.
  const { node, offset } = view.domAtPos(view.state.selection.from);
  view.dom.ownerDocument.getSelection()?.collapse(node, offset);
  return true;
}

/** Return a transaction that puts the cursor after the selected field: in its sentence, or on a new line below it. */
function cursorAfter(state: EditorState): Transaction | null {
  const field = selectedField(state);
  const paragraph = state.schema.nodes.paragraph;
  if (!field || !paragraph) return null;
  const after = field.pos + field.node.nodeSize;
  const { tr } = state;
  if (!field.node.isBlock) return tr.setSelection(Selection.near(tr.doc.resolve(after)));
  tr.insert(after, paragraph.create());
  return tr.setSelection(TextSelection.create(tr.doc, after + 1));
}
