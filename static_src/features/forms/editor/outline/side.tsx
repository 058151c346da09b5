import type { Transaction } from "@tiptap/pm/state";
import { type Editor, useEditorState } from "@tiptap/react";
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useState } from "react";
import type { FieldAttrs } from "../../../../domain/questionnaire/rules/types";
import { IconButton } from "../../../../ui/button";
import { classNames } from "../../../../ui/class-names";
import { Icon } from "../../../../ui/icon";
import { storedAttrs } from "../fields/attrs";
import { selectedField } from "../fields/field-guard";
import { FieldPanel } from "../fields/field-panel";
import { fieldKind } from "../fields/field-types";
import { useGroupChoices } from "../fields/panel-group";
import type { FormSession } from "../session";
import { markFaults } from "../surface/fault-marks";
import { type Facts, factsOf } from "./facts";
import { Outline } from "./outline";
import { Palette } from "./palette";
import { PicturePanel, selectedPicture } from "./picture-panel";
import "../page.scss";
import "../side.scss";

type Props = {
  session: FormSession;
  editor: Editor | null;
  sideRef: RefObject<HTMLElement | null>;
  /** True if the sheet is open; only on narrow screens. */
  open: boolean;
  setOpen: (open: boolean) => void;
};

const factsDelay = 250;

/** Panel next to the text: properties of the selection or the buttons for new fields, then the outline. */
export function EditorSide({ session, editor, sideRef, open, setOpen }: Props) {
  const focusText = (event: KeyboardEvent) => {
    // Key events of a dialog bubble to the panel that opened it, but the dialog is elsewhere in the DOM and handles
    // Escape.
    const isInside = event.currentTarget.contains(event.target as Node);
    if (event.key !== "Escape" || event.defaultPrevented || !isInside) return;
    setOpen(false);
    editor?.view.focus();
  };
  return (
    <aside
      className={classNames("form-side", open && "open")}
      aria-label="Properties"
      ref={sideRef}
      onKeyDown={focusText}
    >
      {editor && <SideContent session={session} editor={editor} open={open} setOpen={setOpen} />}
    </aside>
  );
}

type ContentProps = {
  session: FormSession;
  editor: Editor;
  open: boolean;
  setOpen: (open: boolean) => void;
};

function SideContent({ session, editor, open, setOpen }: ContentProps) {
  const facts = useFacts(editor);
  const groups = useGroupChoices();
  const node = useEditorState({ editor, selector: ({ editor: e }) => selectedField(e.state)?.node ?? null });
  const picture = useEditorState({ editor, selector: ({ editor: e }) => selectedPicture(e.state) });
  const attrs = useMemo(() => (node ? storedAttrs(node.attrs) : null), [node]);
  useEffect(() => {
    const tr = markFaults(editor.state, new Set(facts.faults.keys()));
    if (tr) editor.view.dispatch(tr);
  }, [editor, facts]);

  const title = attrs ? fieldKind(attrs.type).label : picture ? "Picture" : "Add a field";
  // The announcement keeps the label of the moment of selection, so that typing a label is not announced.
  const [selected, setSelected] = useState({ fid: "", text: "" });
  const fid = attrs?.fid ?? "";
  if (selected.fid !== fid)
    setSelected({ fid, text: attrs ? `${title} field ${attrs.label || attrs.name} selected` : "" });
  return (
    <>
      <SheetBar title={title} attrs={attrs} open={open} setOpen={setOpen} />
      <div className="form-side-body">
        {attrs ? (
          <FieldPanel
            key={attrs.fid}
            session={session}
            editor={editor}
            attrs={attrs}
            inline={node?.isInline ?? false}
            facts={facts}
            groups={groups}
          />
        ) : picture ? (
          <PicturePanel key={picture.pos} editor={editor} picture={picture} />
        ) : (
          <Palette editor={editor} />
        )}
        <Outline editor={editor} facts={facts} />
      </div>
      <span className="visually-hidden" role="status">
        {selected.text}
      </span>
    </>
  );
}

type BarProps = {
  title: string;
  attrs: FieldAttrs | null;
  open: boolean;
  setOpen: (open: boolean) => void;
};

/** Bar that opens and closes the panel, which is a bottom sheet on narrow screens. */
function SheetBar({ title, attrs, open, setOpen }: BarProps) {
  return (
    <div className="form-sheet-bar">
      <Icon name={attrs ? fieldKind(attrs.type).icon : "edit"} />
      <span className="form-sheet-title">
        {title}
        {attrs && <span className="text-secondary"> {attrs.label || attrs.name}</span>}
      </span>
      <IconButton
        icon={open ? "down" : "up"}
        label={open ? "Close the properties" : "Open the properties"}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      />
    </div>
  );
}

/** Compute the facts for the panel 250 ms after the last change, so that typing renders nothing. */
function useFacts(editor: Editor): Facts {
  const [doc, setDoc] = useState(editor.state.doc);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const scheduleUpdate = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setDoc(editor.state.doc), factsDelay);
    };
    scheduleUpdate();
    // The event "update" is not emitted when other content is loaded into the editor, so listen for transactions.
    const onTransaction = ({ transaction }: { transaction: Transaction }) => {
      if (transaction.docChanged) scheduleUpdate();
    };
    editor.on("transaction", onTransaction);
    return () => {
      clearTimeout(timer);
      editor.off("transaction", onTransaction);
    };
  }, [editor]);
  return useMemo(() => factsOf(doc), [doc]);
}
