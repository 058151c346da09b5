import type { Editor } from "@tiptap/core";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { FormFault } from "../../../domain/forms/doc-forms";
import { usePageContext } from "../../../lib/browser/page-context";
import { useLoaded } from "../../../lib/browser/use-loaded";
import { useQueryParam } from "../../../lib/state/use-query-param";
import { FullScreen } from "../../../ui/full-screen";
import { SavingNote } from "../../../ui/saving-note";
import { ModeSwitch } from "../mode-switch";
import { EditorHeader } from "./header";
import { EditorNotices } from "./notices";
import { FaultList } from "./publish/publish";
import type { SavingState } from "./saving/form-saving";
import { FormSession } from "./session";
import { selectField } from "./surface/select-field";
import { StaticForm } from "./surface/static";
import type { OpenForm } from "./types";
import "./page.scss";
import "./side.scss";
import "./surface/text.scss";

const loadSurface = () => import("./surface/surface");
const loadPreview = () => import("./preview/preview");

/** Form page with the modes Edit and Preview (specification, section 2, Forms). */
export default function FormEditor({ form: initialForm }: { form: OpenForm }) {
  const { user } = usePageContext();
  const [session] = useState(() => new FormSession(initialForm, user?.id ?? null));
  const state = useSyncExternalStore(
    session.saving.subscribe,
    session.saving.snapshot,
    session.saving.snapshot,
  );
  const { form } = state;
  const [mode, setMode] = useQueryParam("mode", "edit");
  const [restore, setRestore] = useQueryParam("restore", "");
  const [firstField] = useQueryParam("field", "");
  const isPreview = mode === "preview";
  const [faults, setFaults] = useState<readonly FormFault[]>([]);
  const [hasRestoredDraft, setHasRestoredDraft] = useState(false);
  const editor = useRef<Editor | null>(null);
  const surface = useLoaded(loadSurface, form.canEdit);
  const preview = useLoaded(loadPreview, isPreview);

  useEffect(() => {
    const stop = session.saving.start();
    session.saving.restoreDraft().then(setHasRestoredDraft);
    return stop;
  }, [session]);

  // Editing a published form continues in its next draft, which has its own id, so update the address without a reload.
  useEffect(() => {
    const address = `/forms/${form.id}`;
    if (window.location.pathname === address || !window.location.pathname.startsWith("/forms/")) return;
    window.history.replaceState(window.history.state, "", address + window.location.search);
  }, [form.id]);

  const goTo = (fid: string) => {
    setMode("edit");
    // In preview mode the text is hidden until the next paint.
    requestAnimationFrame(() => editor.current && selectField(editor.current, fid));
  };

  const showFaults = (nextFaults: readonly FormFault[]) => {
    setFaults(nextFaults);
    const first = nextFaults.find(({ fid }) => fid !== null)?.fid;
    if (first) goTo(first);
  };

  return (
    <div className="form-page">
      <EditorHeader session={session} state={state} onFaults={showFaults} onGo={goTo} />
      <FullScreen className="form-screen">
        {(button) => (
          <>
            <EditorNotices
              session={session}
              state={state}
              broughtBack={hasRestoredDraft}
              onGo={goTo}
              onEdit={() => setMode("edit")}
            />
            {faults.length > 0 && <FaultList faults={faults} onGo={goTo} onClose={() => setFaults([])} />}
            <div className="form-modes-row">
              <ModeSwitch
                label="Mode"
                value={isPreview ? "preview" : "edit"}
                choices={[
                  { value: "edit", label: form.canEdit ? "Edit" : "Form" },
                  { value: "preview", label: "Preview" },
                ]}
                onChange={setMode}
              />
              <div className="form-modes-more" id="form-modes-more" />
              <FullScreenState session={session} state={state} />
              {button}
            </div>
            <h2 className="visually-hidden">{isPreview ? "Preview of the form" : "Text of the form"}</h2>
            <div hidden={isPreview}>
              {surface && form.canEdit ? (
                <surface.EditorSurface
                  session={session}
                  editorRef={editor}
                  restore={Number(restore) || null}
                  onRestoring={() => setRestore("")}
                  firstField={firstField || null}
                />
              ) : (
                <StaticEditor session={session} canEdit={form.canEdit} />
              )}
            </div>
            {isPreview &&
              (preview ? (
                <preview.FormPreview session={session} />
              ) : (
                <div className="form-main card form-waiting" aria-busy="true">
                  <span className="skeleton w-40" />
                  <span className="skeleton w-80" />
                </div>
              ))}
          </>
        )}
      </FullScreen>
    </div>
  );
}

/**
 * Title and saving state for full screen, which covers the header. Hidden from screen readers, which read the header.
 */
function FullScreenState({ session, state }: { session: FormSession; state: SavingState }) {
  const title = useSyncExternalStore(session.subscribe, session.title, session.title);
  return (
    <div className="form-full-state" aria-hidden="true">
      <strong className="text-truncate" dir="auto">
        {title}
      </strong>
      {state.form.canEdit && <SavingNote text={state.text} savedAt={state.savedAt} />}
    </div>
  );
}

/** Static form, shown while the editor loads and to users who cannot edit. */
function StaticEditor({ session, canEdit }: { session: FormSession; canEdit: boolean }) {
  return (
    <div className={canEdit ? "form-columns" : "form-columns form-columns-one"}>
      <div className="form-main card">
        {canEdit && <div className="form-bar" />}
        <div className="form-paper">
          <StaticForm doc={session.document().doc} />
        </div>
      </div>
      {canEdit && <aside className="form-side" aria-label="Properties" />}
    </div>
  );
}
