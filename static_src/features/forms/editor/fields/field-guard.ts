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

/** The selected field, where the selection is one field and nothing else. */
export function selectedField(state: EditorState) {
  const { selection } = state;
  return selection instanceof NodeSelection && isField(selection.node)
    ? { node: selection.node, pos: selection.from }
    : null;
}

/**
 * A selected field is deleted by Delete and Backspace alone: what is typed or pasted over it goes after it, so that
 * nobody loses a question, or a word, by touching a key.
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
          // An input method begins, which can write on a line alone: it is there before anything is written.
          if (isForInputMethod(event)) writeAfter(view);
          if (event.key !== "Enter" || event.ctrlKey || event.metaKey || event.altKey) return false;
          return writeAfter(view);
        },
      },
    }),
  ],
});

/** Keys that an input method takes say so; those of screen keyboards tell nothing, and may be the one that deletes. */
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
  const wrapped =
    isLine && paragraph ? new Slice(Fragment.from(paragraph.create(null, slice.content)), 0, 0) : slice;
  tr.replaceRange(after, after, wrapped);
  tr.setMeta("paste", true).setMeta("uiEvent", "paste").scrollIntoView();
  view.dispatch(tr);
  return true;
}

/**
 * What is typed on a selected field goes on behind it in its sentence, or begins a line below it, where a space alone
 * is a slip of the hand.
 */
function typeAfter(view: EditorView, text: string): boolean {
  const field = selectedField(view.state);
  if (!field) return false;
  const tr = text.trim() || (text && field.node.isInline) ? cursorAfter(view.state) : null;
  if (tr) view.dispatch(tr.insertText(text).scrollIntoView());
  return true;
}

/** Enter on a selected field opens a line below it. */
function writeAfter(view: EditorView): boolean {
  const tr = cursorAfter(view.state);
  if (!tr) return false;
  view.dispatch(tr.scrollIntoView());
  // Chromium moves the caret into the new line by itself, and input methods then lose it at their second key.
  const { node, offset } = view.domAtPos(view.state.selection.from);
  view.dom.ownerDocument.getSelection()?.collapse(node, offset);
  return true;
}

/** The cursor behind the selected field: in its sentence, or on a new line below it. */
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
