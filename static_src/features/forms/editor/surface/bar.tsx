import { type Editor, useEditorState } from "@tiptap/react";
import { useRef, useState } from "react";
import { LinkRow } from "../../../../ui/editor-toolbar";
import { Icon } from "../../../../ui/icon";
import type { IconName } from "../../../../ui/icons";
import { Menu } from "../../../../ui/menu";
import { selectedField } from "../fields/field-guard";
import { fieldKinds } from "../fields/field-types";
import { addLineAfter, type Command, copyField, deleteField, moveBlock } from "./commands";
import { act, addField, addPictures, pictureTypes } from "./inserts";
import { useRoving } from "./roving";
import { insertTable, tableCommands } from "./tables";
import "../page.scss";
import "./text.scss";

const marks = [
  { name: "bold", label: "Bold", icon: "bold" },
  { name: "italic", label: "Italic", icon: "italic" },
  { name: "underline", label: "Underline", icon: "underline" },
  { name: "strike", label: "Strike through", icon: "strike" },
] as const;

const blocks = [
  { value: "0", label: "Text" },
  { value: "1", label: "Title" },
  { value: "2", label: "Section" },
  { value: "3", label: "Sub-heading" },
];

/** Compute the state of the toolbar for the position of the cursor. */
function stateOf({ editor }: { editor: Editor }) {
  const field = selectedField(editor.state);
  return {
    bold: editor.isActive("bold"),
    italic: editor.isActive("italic"),
    underline: editor.isActive("underline"),
    strike: editor.isActive("strike"),
    link: editor.isActive("link"),
    bullets: editor.isActive("bulletList"),
    numbers: editor.isActive("orderedList"),
    quote: editor.isActive("blockquote"),
    level: [1, 2, 3].find((level) => editor.isActive("heading", { level })) ?? 0,
    inTable: editor.isActive("table"),
    field: field !== null,
    up: moveBlock(-1)(editor.state),
    down: moveBlock(1)(editor.state),
    undo: editor.can().undo(),
    redo: editor.can().redo(),
  };
}

/** Toolbar of the editor, one tab stop. */
export function EditorBar({ editor }: { editor: Editor }) {
  const bar = useRef<HTMLDivElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const [linking, setLinking] = useState(false);
  const roving = useRoving(bar);
  const state = useEditorState({ editor, selector: stateOf });

  const run = (command: Command) => {
    act(editor, command);
    editor.view.focus();
  };
  const button = (icon: IconName, label: string, onClick: () => void, on?: boolean, disabled = false) => (
    <button
      type="button"
      className="btn btn-quiet btn-sm btn-icon"
      aria-label={label}
      title={label}
      aria-pressed={on}
      aria-disabled={disabled || undefined}
      // Without this, the click would remove the selection in the text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => !disabled && onClick()}
    >
      <Icon name={icon} />
    </button>
  );
  const chain = () => editor.chain().focus();

  return (
    <div className="form-bar">
      <div className="editor-toolbar" role="toolbar" aria-label="Editing" tabIndex={-1} ref={bar} {...roving}>
        <Menu
          triggerClass="btn btn-primary btn-sm"
          trigger={
            <>
              <Icon name="add" />
              Field
            </>
          }
          items={fieldKinds.map(({ type, label, icon }) => ({
            label,
            icon,
            onSelect: () => addField(editor, type),
          }))}
        />
        <span className="form-bar-group">
          {button("undo", "Undo", () => chain().undo().run(), undefined, !state.undo)}
          {button("redo", "Redo", () => chain().redo().run(), undefined, !state.redo)}
        </span>
        <select
          className="form-select form-select-sm form-bar-style"
          aria-label="Style of the paragraph"
          value={String(state.level)}
          onChange={(event) => {
            const level = Number(event.target.value);
            if (act(editor, addLineAfter(level))) editor.view.focus();
            else if (level === 0) chain().setNode("paragraph").run();
            else chain().setNode("heading", { level }).run();
          }}
        >
          {blocks.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <span className="form-bar-group">
          {marks.map(({ name, label, icon }) => (
            <span key={name}>{button(icon, label, () => chain().toggleMark(name).run(), state[name])}</span>
          ))}
          {button("link", "Link", () => setLinking(!linking), state.link)}
        </span>
        <span className="form-bar-group">
          {button("bullet-list", "Bulleted list", () => chain().toggleBulletList().run(), state.bullets)}
          {button("ordered-list", "Numbered list", () => chain().toggleOrderedList().run(), state.numbers)}
          {button("quote", "Quotation", () => chain().toggleBlockquote().run(), state.quote)}
          {button("rule", "Line", () => chain().setHorizontalRule().run())}
        </span>
        <span className="form-bar-group">
          {state.inTable ? (
            <Menu
              label="Table"
              triggerClass="btn btn-quiet btn-sm btn-icon active"
              trigger={<Icon name="field-table" />}
              items={tableCommands.map(({ label, run: command, danger }) => ({
                label,
                danger: danger ?? false,
                disabled: !command(editor.state),
                onSelect: () => run(command),
              }))}
            />
          ) : (
            button("field-table", "Table", () => run(insertTable))
          )}
          {button("image", "Picture", () => picker.current?.click())}
        </span>
        <span className="form-bar-group">
          {button("up", "Move up", () => run(moveBlock(-1)), undefined, !state.up)}
          {button("down", "Move down", () => run(moveBlock(1)), undefined, !state.down)}
          {button("copy", "Copy the field", () => run(copyField), undefined, !state.field)}
          {button("delete", "Delete the field", () => run(deleteField), undefined, !state.field)}
        </span>
      </div>
      {linking && <LinkRow editor={editor} close={() => setLinking(false)} />}
      <input
        ref={picker}
        type="file"
        hidden
        accept={pictureTypes.join()}
        multiple
        aria-label="Pictures"
        onChange={(event) => {
          void addPictures(editor, [...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
    </div>
  );
}
