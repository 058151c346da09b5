import type { Editor } from "@tiptap/core";
import { NodeSelection } from "@tiptap/pm/state";
import { uploadFile } from "../../../../api/upload";
import type { FieldAttrs, FieldType } from "../../../../domain/questionnaire/rules/types";
import { toasts } from "../../../../lib/toasts";
import type { IconName } from "../../../../ui/icons";
import { takenNames } from "../fields/field-identity";
import { freeName, newFid, newField } from "../fields/field-names";
import { editLabel } from "../fields/field-nodes";
import { fieldKinds } from "../fields/field-types";
import { type Command, insertBlock, insertField, type Placement } from "./commands";
import { insertTable } from "./tables";

/** Entry of the slash menu. */
export interface Insert {
  key: string;
  label: string;
  icon: IconName;
  keywords: string;
  run: (editor: Editor, placement: Placement) => void;
}

const fieldInserts: readonly Insert[] = fieldKinds.map(({ type, label, icon, keywords }) => ({
  key: type,
  label,
  icon,
  keywords: `field question ${keywords}`,
  run: (editor, placement) => addField(editor, type, placement),
}));

/** Delete the text typed for the menu, then run the action. */
const replacingQuery =
  (act: (editor: Editor) => void) =>
  (editor: Editor, { replacing }: Placement) => {
    if (replacing) editor.view.dispatch(editor.state.tr.delete(replacing.from, replacing.to));
    act(editor);
  };

const heading = (level: number) => replacingQuery((editor) => editor.commands.setNode("heading", { level }));

const inserts: readonly Insert[] = [
  ...fieldInserts,
  { key: "title", label: "Title", icon: "heading", keywords: "heading 1", run: heading(1) },
  { key: "section", label: "Section", icon: "heading", keywords: "heading 2", run: heading(2) },
  { key: "part", label: "Sub-heading", icon: "heading", keywords: "heading 3 part", run: heading(3) },
  {
    key: "bullets",
    label: "Bulleted list",
    icon: "bullet-list",
    keywords: "list",
    run: replacingQuery((editor) => editor.commands.toggleBulletList()),
  },
  {
    key: "numbers",
    label: "Numbered list",
    icon: "ordered-list",
    keywords: "list",
    run: replacingQuery((editor) => editor.commands.toggleOrderedList()),
  },
  {
    key: "quote",
    label: "Quotation",
    icon: "quote",
    keywords: "blockquote",
    run: replacingQuery((editor) => editor.commands.toggleBlockquote()),
  },
  {
    key: "table",
    label: "Table",
    icon: "field-table",
    keywords: "grid layout",
    run: replacingQuery((editor) => act(editor, insertTable)),
  },
  {
    key: "rule",
    label: "Line",
    icon: "rule",
    keywords: "divider horizontal rule",
    run: replacingQuery((editor) => editor.commands.setHorizontalRule()),
  },
];

/** Return the entries that match the text after the slash, best match first. */
export function findInserts(text: string): Insert[] {
  const query = text.trim().toLowerCase();
  if (!query) return [...inserts];
  const rank = ({ label, keywords, key }: Insert) => {
    const name = label.toLowerCase();
    if (name.startsWith(query)) return 0;
    if (key.toLowerCase().startsWith(query) || ` ${name}`.includes(` ${query}`)) return 1;
    return ` ${keywords}`.includes(` ${query}`) ? 2 : -1;
  };
  return inserts
    .map((insert) => ({ insert, at: rank(insert) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
    .map(({ insert }) => insert);
}

/** Run a command; returns true if it applied. */
export function act(editor: Editor, command: Command): boolean {
  return command(editor.state, editor.view.dispatch);
}

/** Insert a new field at the cursor, and edit its label. */
export function addField(editor: Editor, type: FieldType, placement: Placement = {}): void {
  const attrs = newField(type, takenNames(editor.state.doc));
  const isInserted = act(editor, insertField(attrs, placement));
  if (!isInserted || !editLabel(editor, attrs.fid ?? "")) editor.view.focus();
}

/** Insert a copy of a library question at the cursor; it keeps the id of the question. */
export function addQuestion(editor: Editor, attrs: FieldAttrs): void {
  const name = freeName(attrs.name ?? "", takenNames(editor.state.doc));
  act(editor, insertField({ ...attrs, fid: newFid(), name }));
  editor.view.focus();
}

export const pictureTypes = ["image/png", "image/jpeg", "image/webp", "image/gif"];

/** Upload pictures and insert them at the cursor, below each other. */
export async function addPictures(editor: Editor, files: Iterable<File>): Promise<void> {
  for (const file of files) {
    try {
      const { id, filename } = await uploadFile(file, "FORMIMAGE");
      if (editor.isDestroyed) return;
      const alt = filename.replace(/\.[^.]+$/, "");
      const node = editor.schema.nodes.image?.create({ attachmentId: id, alt });
      const { tr } = editor.state;
      const pos = node ? insertBlock(tr, node) : null;
      if (pos !== null)
        editor.view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, pos)).scrollIntoView());
    } catch (error) {
      // The API client has shown errors that have a message; only others need a toast here.
      if (!(error instanceof Error && error.message)) toasts.error("The picture could not be uploaded.");
    }
  }
}
