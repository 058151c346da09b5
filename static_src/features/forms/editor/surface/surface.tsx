import { type Editor, EditorContent, useEditor } from "@tiptap/react";
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { revisionLabel } from "../../../../domain/forms/doc-forms";
import type { DocNode, FormDocument } from "../../../../domain/questionnaire/rules/types";
import { stopsIn } from "../../../../lib/browser/focus-stops";
import { toasts } from "../../../../lib/toasts";
import { EditorSide } from "../outline/side";
import type { FormSession } from "../session";
import { EditorBar } from "./bar";
import { selectField } from "./commands";
import { formExtensions } from "./extensions";
import { act, addPictures } from "./inserts";
import type { SlashKeys } from "./slash";
import { SlashList } from "./slash-menu";
import { StaticForm } from "./static";
import { fromStored, toStored } from "./stored";
import "../page.scss";
import "./text.scss";

type Props = {
  session: FormSession;
  /** Ref that gives the page access to the editor, for links to fields with errors. */
  editorRef: RefObject<Editor | null>;
  /** Id of an earlier revision to restore; `onRestoring` is called when that starts. */
  restore: number | null;
  onRestoring: () => void;
  /** Id of the field to select first. */
  firstField: string | null;
};

/** Lazy-loaded part of the editor: toolbar, text and side panel. */
export function EditorSurface({ session, editorRef, restore, onRestoring, firstField }: Props) {
  const slashKeys = useRef<SlashKeys>(() => false);
  const side = useRef<HTMLElement>(null);
  const [sideOpen, setSideOpen] = useState(false);
  const handleEdit = useEffectEvent(() => session.saving.markEdited());
  const editor = useEditor({
    extensions: formExtensions({
      onSlashKey: (event) => slashKeys.current(event),
      onProperties: () => {
        // On a narrow screen the properties are a closed sheet; open it before moving the focus.
        flushSync(() => setSideOpen(true));
        return focusProperties(side.current);
      },
      isPublished: (fid) => session.saving.snapshot().form.frozenFields.some((frozen) => frozen.fid === fid),
    }),
    content: fromStored(session.content().doc),
    immediatelyRender: false,
    shouldRerenderOnTransaction: false,
    injectCSS: false,
    editorProps: {
      attributes: {
        class: "form-doc",
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": "Form",
        "aria-describedby": "editor-keys",
      },
    },
    onUpdate: () => handleEdit(),
  });

  useEffect(() => {
    if (!editor) return;
    editorRef.current = editor;
    const stop = session.attach({
      read: () => toStored(editor.getJSON() as DocNode),
      write: (doc) => replaceContent(editor, doc),
      focus: () => editor.view.focus(),
    });
    return () => {
      stop();
      editorRef.current = null;
    };
  }, [editor, session, editorRef]);

  const initialField = useRef(firstField);
  useEffect(() => {
    if (editor && initialField.current && act(editor, selectField(initialField.current))) editor.view.focus();
    if (editor) initialField.current = null;
  }, [editor]);

  const handleRestoring = useEffectEvent(onRestoring);
  useEffect(() => {
    if (!editor || restore === null) return;
    handleRestoring();
    session.restore(restore).then(
      (earlier) =>
        earlier &&
        toasts.success(`${revisionLabel(earlier)} is back in the text. Undo brings back what stood there.`),
      () => {}, // The API client has shown the error.
    );
  }, [editor, restore, session]);

  useEffect(() => (editor ? uploadPictures(editor) : undefined), [editor]);

  return (
    <div className="form-columns">
      <div className="form-main card">
        {editor ? (
          <>
            <EditorBar editor={editor} />
            <EditorContent editor={editor} className="form-paper" />
            <SlashList editor={editor} keys={slashKeys} />
          </>
        ) : (
          <>
            <div className="form-bar" />
            <div className="form-paper">
              <StaticForm doc={session.document().doc} />
            </div>
          </>
        )}
        <p id="editor-keys" className="visually-hidden">
          Press / to insert a field. Use the arrow keys to select a field, F2 for its settings, Shift F2 for
          its label, Alt with up or down to move it, Control D to copy it, Delete to remove it, Enter for a
          line below it, Esc to return.
        </p>
        <p id="label-keys" className="visually-hidden">
          Enter adds the next question, F2 opens the settings, Esc returns to the text.
        </p>
      </div>
      <EditorSide session={session} editor={editor} sideRef={side} open={sideOpen} setOpen={setSideOpen} />
    </div>
  );
}

/** Replace the content in one step for Undo. */
function replaceContent(editor: Editor, doc: FormDocument): void {
  const { state, view } = editor;
  const node = editor.schema.nodeFromJSON(fromStored(doc));
  const tr = state.tr.replaceWith(0, state.doc.content.size, node.content);
  view.dispatch(tr.setMeta("preventUpdate", true));
}

function focusProperties(side: HTMLElement | null): boolean {
  // Focus the first control with an error, which may be in a group, or else the first property.
  const fault = side?.querySelector<HTMLElement>(
    "[aria-invalid], .form-field-panel fieldset:has(.field-error) input",
  );
  const control = fault ?? side?.querySelector<HTMLElement>("[data-first-property]");
  // The property may be in a closed group; then focus the heading that opens it.
  const target = control?.closest("[hidden]") ? stopsIn(control.closest(".form-group"))[0] : control;
  target?.focus();
  return target !== null && target !== undefined;
}

/** Upload pictures that are dropped or pasted as files. References to pictures in pasted HTML are never used. */
function uploadPictures(editor: Editor): () => void {
  const { dom } = editor.view;
  const onFiles = (event: ClipboardEvent | DragEvent) => {
    const data = "clipboardData" in event ? event.clipboardData : event.dataTransfer;
    const files = [...(data?.files ?? [])].filter(({ type }) => type.startsWith("image/"));
    if (files.length === 0 || data?.types.includes("text/html")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    void addPictures(editor, files);
  };
  dom.addEventListener("paste", onFiles, true);
  dom.addEventListener("drop", onFiles, true);
  return () => {
    dom.removeEventListener("paste", onFiles, true);
    dom.removeEventListener("drop", onFiles, true);
  };
}
