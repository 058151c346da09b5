import { Placeholder } from "@tiptap/extensions";
import { type Editor, EditorContent, useEditor } from "@tiptap/react";
import StarterKit from "@tiptap/starter-kit";
import { useEffect, useEffectEvent, useRef } from "react";
import { classNames } from "./class-names";
import { EditorToolbar } from "./editor-toolbar";

export type RichEditorProps = {
  /** HTML, "" if empty. A value that did not come from `onChange` replaces the content. */
  value: string;
  onChange: (html: string) => void;
  placeholder?: string;
  /** The accessible name, for editors outside a Field. */
  label?: string;
  disabled?: boolean;
  autoFocus?: boolean;
  /** A few lines, or a page. */
  height?: "md" | "lg";
};

type Props = RichEditorProps & {
  height: "md" | "lg";
  control: {
    id?: string | undefined;
    "aria-describedby"?: string | undefined;
    "aria-invalid"?: boolean | undefined;
  };
};

const extensions = (placeholder: string) => [
  StarterKit.configure({
    code: false,
    codeBlock: false,
    heading: { levels: [3] },
    trailingNode: false,
    link: {
      openOnClick: false,
      HTMLAttributes: { target: null, rel: "noopener noreferrer nofollow" },
    },
  }),
  Placeholder.configure({ placeholder }),
];

const htmlOf = (editor: Editor) => (editor.isEmpty ? "" : editor.getHTML());

/** The view of RichEditor, in a separate chunk. */
export function RichEditorView({
  value,
  onChange,
  placeholder = "",
  label,
  disabled = false,
  ...rest
}: Props) {
  const { autoFocus = false, height, control } = rest;
  const lastValue = useRef(value);
  const changed = useEffectEvent((html: string) => {
    lastValue.current = html;
    onChange(html);
  });
  const editor = useEditor({
    extensions: extensions(placeholder),
    content: value,
    editable: !disabled,
    autofocus: autoFocus ? "end" : false,
    immediatelyRender: false,
    shouldRerenderOnTransaction: false,
    injectCSS: false,
    editorProps: {
      attributes: attributesOf(label, control),
      // The editor would consume Escape, and the surrounding dialog would not close.
      handleDOMEvents: { keydown: (_view, { key, isComposing }) => key === "Escape" && !isComposing },
    },
    onUpdate: ({ editor: current }) => changed(htmlOf(current)),
  });

  useEffect(() => {
    if (!editor || value === lastValue.current) return;
    lastValue.current = value;
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);

  useEffect(() => {
    editor?.setEditable(!disabled, false);
  }, [editor, disabled]);

  const invalid = control["aria-invalid"];
  const described = control["aria-describedby"];
  useEffect(() => {
    if (!editor || editor.isDestroyed) return;
    setAttribute(editor.view.dom, "aria-invalid", invalid ? "true" : null);
    setAttribute(editor.view.dom, "aria-describedby", described ?? null);
  }, [editor, invalid, described]);

  return (
    <div
      className={classNames(
        "rich-editor",
        `rich-editor-${height}`,
        invalid && "invalid",
        disabled && "disabled",
      )}
    >
      {editor && !disabled && <EditorToolbar editor={editor} />}
      <EditorContent editor={editor} />
    </div>
  );
}

function attributesOf(label: string | undefined, control: Props["control"]): Record<string, string> {
  return {
    class: "rich-text",
    role: "textbox",
    "aria-multiline": "true",
    ...(control.id ? { id: control.id, "aria-labelledby": `${control.id}-label` } : {}),
    ...(label ? { "aria-label": label } : {}),
  };
}

function setAttribute(element: HTMLElement, name: string, value: string | null): void {
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}
