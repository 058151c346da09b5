import type { Editor } from "@tiptap/core";
import { Selection } from "@tiptap/pm/state";
import type { FieldAttrs } from "../../../../domain/questionnaire/rules/types";
import { findField, takenNames } from "../fields/field-identity";
import { freeName, isGeneratedName, nameFromWords } from "../fields/field-names";
import { fieldKind } from "../fields/field-types";
import type { LabelActions } from "../fields/label-input";
import { type Command, selectField, setFieldAttrs } from "./commands";
import { act, addField } from "./inserts";

/** Derive the name of a field from its label, unless the label is the default or the user has chosen a name. */
export function nameAfterLabel(fid: string): Command {
  return (state, dispatch) => {
    const field = findField(state.doc, fid);
    if (!field) return false;
    const { label, name = "", type = "TEXT" } = field.node.attrs as FieldAttrs;
    const newName = label === fieldKind(type).label ? "" : nameFromWords(label ?? "");
    if (!newName || !isGeneratedName(name, type)) return false;
    return setFieldAttrs(fid, { name: freeName(newName, takenNames(state.doc, fid)) })(state, dispatch);
  };
}

type Hooks = {
  /** Returns true for a field whose name cannot change, because it is published. */
  isPublished: (fid: string) => boolean;
  onProperties: () => boolean;
};

/** Effects of editing a label: Enter adds the next question of the same type, Escape returns to the text. */
export function labelActions({ isPublished, onProperties }: Hooks): LabelActions {
  return {
    write: (editor, fid, label) => act(editor, setFieldAttrs(fid, { label })),
    leave: (editor, fid, exit) => {
      if (!isPublished(fid)) act(editor, nameAfterLabel(fid));
      if (exit === "blur") return;
      act(editor, selectField(fid));
      editor.view.focus();
      if (exit === "next") addNext(editor, fid);
      else if (exit === "properties") onProperties();
    },
  };
}

/** Add the next question below a field, or move the cursor behind a field within a sentence. */
function addNext(editor: Editor, fid: string): void {
  const field = findField(editor.state.doc, fid);
  if (!field) return;
  const { node, pos } = field;
  if (node.isBlock) {
    addField(editor, (node.attrs as FieldAttrs).type ?? "TEXT");
    return;
  }
  const { tr } = editor.state;
  editor.view.dispatch(tr.setSelection(Selection.near(tr.doc.resolve(pos + node.nodeSize))).scrollIntoView());
}
