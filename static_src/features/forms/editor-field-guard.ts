import { Extension } from "@tiptap/core";
import { Fragment, Slice } from "@tiptap/pm/model";
import { type EditorState, NodeSelection, Plugin, Selection, TextSelection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { isField } from "./editor-field-nodes";

/** The selected field, where the selection is one field and nothing else. */
export function selectedField(state: EditorState) {
  const { selection } = state;
  return selection instanceof NodeSelection && isField(selection.node)
    ? { node: selection.node, pos: selection.from }
    : null;
}

/**
 * A selected field is deleted by Delete and Backspace alone: what is typed or pasted over it goes after it, so that
 * nobody loses a question by touching a key.
 */
export const FieldGuard = Extension.create({
  name: "fieldGuard",
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleTextInput: (view) => selectedField(view.state) !== null,
        handleKeyPress: (view) => selectedField(view.state) !== null,
        handlePaste: (view, _event, slice) => pasteAfter(view, slice),
        handleDOMEvents: {
          beforeinput: (view, event) => {
            if (!selectedField(view.state) || !event.inputType.startsWith("insert")) return false;
            if (event.inputType === "insertFromPaste" || event.inputType === "insertFromDrop") return false;
            event.preventDefault();
            return true;
          },
          compositionstart: (view) => {
            stepAside(view);
            return false;
          },
        },
        handleKeyDown: (view, event) => {
          if (event.key !== "Enter" || event.ctrlKey || event.metaKey || event.altKey) return false;
          return writeAfter(view);
        },
      },
    }),
  ],
});

/** An input method begins: the cursor goes behind the field before anything is written. */
function stepAside(view: EditorView): void {
  const { state } = view;
  const field = selectedField(state);
  if (!field) return;
  const after = state.doc.resolve(field.pos + field.node.nodeSize);
  view.dispatch(state.tr.setSelection(Selection.near(after)));
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

/** Enter on a selected field opens a line below it. */
function writeAfter(view: EditorView): boolean {
  const { state } = view;
  const field = selectedField(state);
  const paragraph = state.schema.nodes.paragraph;
  if (!field || !paragraph) return false;
  const after = field.pos + field.node.nodeSize;
  const { tr } = state;
  if (field.node.isBlock) {
    tr.insert(after, paragraph.create());
    tr.setSelection(TextSelection.create(tr.doc, after + 1));
  } else {
    tr.setSelection(Selection.near(tr.doc.resolve(after)));
  }
  view.dispatch(tr.scrollIntoView());
  return true;
}
