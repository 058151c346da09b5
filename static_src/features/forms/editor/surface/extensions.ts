import type { Extensions } from "@tiptap/core";
import { Extension, isMacOS } from "@tiptap/core";
import { Placeholder } from "@tiptap/extensions";
import { Plugin, TextSelection } from "@tiptap/pm/state";
import StarterKit from "@tiptap/starter-kit";
import { FieldGuard, selectedField } from "../fields/field-guard";
import { FieldIdentity } from "../fields/field-identity";
import { BlockField, editLabel, InlineField } from "../fields/field-nodes";
import { Heading, ListItem, Picture } from "./blocks";
import { type Command, copyField, goToEdge, moveBlock } from "./commands";
import { FaultMarks } from "./fault-marks";
import { labelActions } from "./field-labels";
import { isSafeLink } from "./links";
import { CleanPaste } from "./paste";
import { ScrollMargins } from "./scroll-margins";
import { type SlashKeys, SlashMenu } from "./slash";
import { tableExtensions } from "./tables";

export interface EditorHooks {
  onSlashKey?: SlashKeys;
  /** Called for F2 on a selected field, to focus its properties. */
  onProperties?: () => boolean;
  /** Returns true for a field whose name cannot change, because it is published. */
  isPublished?: (fid: string) => boolean;
}

/** Lists and quotations follow the text direction as a whole; for single lines the browser does it. */
const autoDirection = { dir: "auto" };

/** Create the extensions of the editor: exactly the nodes and marks of the stored document, and the tools. */
export function formExtensions({
  onSlashKey = () => false,
  onProperties = () => false,
  isPublished = () => false,
}: EditorHooks = {}): Extensions {
  const labels = labelActions({ isPublished, onProperties });
  return [
    StarterKit.configure({
      code: false,
      codeBlock: false,
      listItem: false,
      heading: false,
      trailingNode: false,
      bulletList: { HTMLAttributes: autoDirection },
      orderedList: { HTMLAttributes: autoDirection },
      blockquote: { HTMLAttributes: autoDirection },
      link: {
        openOnClick: false,
        isAllowedUri: (url) => isSafeLink(url),
        shouldAutoLink: (url) => isSafeLink(url),
        HTMLAttributes: { target: null, rel: null, class: null },
      },
    }),
    Heading,
    ListItem,
    Picture,
    InlineField.configure({ labels }),
    BlockField.configure({ labels }),
    ...tableExtensions,
    FieldIdentity,
    FieldGuard,
    FaultMarks,
    ScrollMargins,
    CleanPaste,
    WriteBelow,
    SlashMenu.configure({ onKey: onSlashKey }),
    FormKeys.configure({ onProperties }),
    Placeholder.configure({ placeholder: "Write here, or press / for a field" }),
  ];
}

const FormKeys = Extension.create<{ onProperties: () => boolean }>({
  name: "formKeys",
  addOptions: () => ({ onProperties: () => false }),
  addKeyboardShortcuts() {
    const run = (command: Command) => () => command(this.editor.state, this.editor.view.dispatch);
    return {
      "Alt-ArrowUp": run(moveBlock(-1)),
      "Alt-ArrowDown": run(moveBlock(1)),
      "Mod-d": run(copyField),
      // The browser moves the cursor only after the next key event, and never after a field at the end.
      "Mod-Home": run(goToEdge(-1)),
      "Mod-End": run(goToEdge(1)),
      ...(isMacOS() ? { "Mod-ArrowUp": run(goToEdge(-1)), "Mod-ArrowDown": run(goToEdge(1)) } : {}),
      F2: () => this.options.onProperties(),
      "Shift-F2": () => {
        const field = selectedField(this.editor.state);
        return field !== null && editLabel(this.editor, String(field.node.attrs.fid));
      },
    };
  },
});

/** Add a line when the user clicks below the last block, if that is a field or a picture. */
const WriteBelow = Extension.create({
  name: "writeBelow",
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleClick: (view, _pos, event) => {
          const last = view.dom.lastElementChild;
          if (event.target !== view.dom || !last || event.clientY <= last.getBoundingClientRect().bottom)
            return false;
          const { state } = view;
          const paragraph = state.schema.nodes.paragraph;
          if (!view.editable || !paragraph || state.doc.lastChild?.isTextblock) return false;
          const end = state.doc.content.size;
          const tr = state.tr.insert(end, paragraph.create());
          view.dispatch(tr.setSelection(TextSelection.create(tr.doc, end + 1)));
          return true;
        },
      },
    }),
  ],
});
