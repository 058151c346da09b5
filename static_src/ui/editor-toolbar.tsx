import { type Editor, useEditorState } from "@tiptap/react";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { Button } from "./button";
import { FieldErrors } from "./field";
import { Icon } from "./icon";
import type { IconName } from "./icons";

type Action = {
  icon: IconName;
  label: string;
  /** The mark or node that the button toggles; the button is pressed while the selection has it. */
  active?: string;
  run: (editor: Editor) => void;
};

const actions: readonly Action[] = [
  { icon: "bold", label: "Bold", active: "bold", run: (e) => e.chain().focus().toggleBold().run() },
  { icon: "italic", label: "Italic", active: "italic", run: (e) => e.chain().focus().toggleItalic().run() },
  {
    icon: "underline",
    label: "Underline",
    active: "underline",
    run: (e) => e.chain().focus().toggleUnderline().run(),
  },
  {
    icon: "strike",
    label: "Strike through",
    active: "strike",
    run: (e) => e.chain().focus().toggleStrike().run(),
  },
  {
    icon: "heading",
    label: "Heading",
    active: "heading",
    run: (e) => e.chain().focus().toggleHeading({ level: 3 }).run(),
  },
  {
    icon: "bullet-list",
    label: "Bulleted list",
    active: "bulletList",
    run: (e) => e.chain().focus().toggleBulletList().run(),
  },
  {
    icon: "ordered-list",
    label: "Numbered list",
    active: "orderedList",
    run: (e) => e.chain().focus().toggleOrderedList().run(),
  },
  {
    icon: "quote",
    label: "Quotation",
    active: "blockquote",
    run: (e) => e.chain().focus().toggleBlockquote().run(),
  },
  { icon: "undo", label: "Undo", run: (e) => e.chain().focus().undo().run() },
  { icon: "redo", label: "Redo", run: (e) => e.chain().focus().redo().run() },
];

/** Buttons for the formatting that the server accepts. One Tab stop; the arrow keys move between the buttons. */
export function EditorToolbar({ editor }: { editor: Editor }) {
  const bar = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const [linking, setLinking] = useState(false);
  const pressed = useEditorState({
    editor,
    selector: ({ editor: e }) => [
      ...actions.map(({ active }) => !!active && e.isActive(active)),
      e.isActive("link"),
    ],
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const count = actions.length + 1;
    const to = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: count - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = (to + count) % count;
    setCurrent(next);
    bar.current?.querySelectorAll("button")[next]?.focus();
  };
  const button = (index: number, icon: IconName, label: string, toggles: boolean, act: () => void) => (
    <button
      key={label}
      type="button"
      className="btn btn-quiet btn-sm btn-icon"
      aria-label={label}
      title={label}
      aria-pressed={toggles ? pressed[index] : undefined}
      tabIndex={index === current ? 0 : -1}
      onFocus={() => setCurrent(index)}
      // Keep the selection in the text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={act}
    >
      <Icon name={icon} />
    </button>
  );
  return (
    <>
      <div
        className="editor-toolbar"
        role="toolbar"
        aria-label="Formatting"
        tabIndex={-1}
        ref={bar}
        onKeyDown={onKeyDown}
      >
        {actions.map(({ icon, label, active, run }, index) =>
          button(index, icon, label, !!active, () => run(editor)),
        )}
        {button(actions.length, "link", "Link", true, () => setLinking(!linking))}
      </div>
      {linking && <LinkRow editor={editor} close={() => setLinking(false)} />}
    </>
  );
}

/**
 * Return the URL for a typed address, with `mailto:` or `https://` added to e-mail addresses and hosts ("example.org").
 * Null for any other text.
 */
export function linkAddress(text: string): string | null {
  const address = text.trim();
  if (/^(https?:\/\/|mailto:)\S+$/i.test(address)) return address;
  if (/^[^\s@/]+@[^\s@/]+\.\S+$/.test(address)) return `mailto:${address}`;
  return /^[\w-]+(\.[\w-]+)+([/?#]\S*)?$/.test(address) ? `https://${address}` : null;
}

/** The input row for the address of a link. */
export function LinkRow({ editor, close }: { editor: Editor; close: () => void }) {
  const [text, setText] = useState<string>(editor.getAttributes("link").href ?? "");
  const [isInvalid, setInvalid] = useState(false);
  const errorId = useId();
  const linked = editor.isActive("link");
  const apply = () => {
    const href = linkAddress(text);
    if (!href) return setInvalid(true);
    const chain = editor.chain().focus().extendMarkRange("link");
    if (editor.state.selection.empty && !linked) {
      chain
        .insertContent({ type: "text", text: text.trim(), marks: [{ type: "link", attrs: { href } }] })
        .run();
    } else {
      chain.setLink({ href }).run();
    }
    close();
  };
  const remove = () => {
    editor.chain().focus().extendMarkRange("link").unsetLink().run();
    close();
  };
  return (
    <div className="editor-link">
      <input
        className="form-control"
        aria-label="Address of the link"
        aria-invalid={isInvalid || undefined}
        aria-describedby={isInvalid ? errorId : undefined}
        placeholder="https://"
        value={text}
        // biome-ignore lint/a11y/noAutofocus: the row opens by the reader's own wish to type an address
        autoFocus
        onChange={(event) => {
          setText(event.target.value);
          setInvalid(false);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter") {
            event.preventDefault();
            apply();
          } else if (event.key === "Escape") {
            event.stopPropagation();
            close();
            editor.commands.focus();
          }
        }}
      />
      <Button size="sm" onClick={apply}>
        Set link
      </Button>
      {linked && (
        <Button size="sm" variant="quiet" onClick={remove}>
          Remove link
        </Button>
      )}
      <FieldErrors id={errorId} errors={isInvalid ? ["Enter a web address or an e-mail address."] : []} />
    </div>
  );
}
