import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { errorText } from "../../../../api/errors";
import { AnswerStore } from "../../../../domain/questionnaire/answer-store";
import { DocView } from "../../../../domain/questionnaire/doc-view";
import { walk } from "../../../../domain/questionnaire/rules/walk";
import { useAnswerSummary } from "../../../../domain/questionnaire/use-answer";
import { useQueryParam } from "../../../../lib/state/use-query-param";
import { Button } from "../../../../ui/button";
import { Card } from "../../../../ui/card";
import { EmptyState } from "../../../../ui/empty-state";
import { SavingNote } from "../../../../ui/saving-note";
import { ModeSwitch } from "../../mode-switch";
import type { FormSession } from "../session";
import { PreviewPdf } from "./pdf";
import { loadPreviewValues, PreviewSaving } from "./preview-saving";
import { fittingValues, listedValues } from "./preview-values";
import "../page.scss";
import "./preview.scss";
import "../side.scss";

const views = [
  { value: "form", label: "Form" },
  { value: "readonly", label: "Read-only" },
  { value: "pdf", label: "PDF" },
] as const;

type View = (typeof views)[number]["value"];
type LoadedValues = { values: Record<string, unknown>; resetCount: number };

/** Preview of the form in the views form, read-only and PDF, with values that are private to each user. */
export function FormPreview({ session }: { session: FormSession }) {
  const [loaded, setLoaded] = useState<LoadedValues | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);

  // The server returns values for the fields of the saved document, so save it first.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads again
  useEffect(() => {
    let isCurrent = true;
    const load = async () => {
      await session.saving.flush();
      const { values } = await loadPreviewValues(session.saving.snapshot().form.id);
      if (isCurrent) setLoaded({ values, resetCount: 0 });
    };
    setFailure(null);
    load().catch((error) => isCurrent && setFailure(errorText(error)));
    return () => {
      isCurrent = false;
    };
  }, [session, attempt]);

  if (failure !== null) {
    return (
      <div className="card">
        <EmptyState
          icon="warning"
          title="The preview could not be loaded."
          text={failure}
          action={<Button onClick={() => setAttempt(attempt + 1)}>Try again</Button>}
        />
      </div>
    );
  }
  if (!loaded) {
    return (
      <div className="form-main card form-waiting" aria-busy="true">
        <span className="skeleton w-40" />
        <span className="skeleton w-80" />
      </div>
    );
  }
  return (
    <OpenPreview
      key={loaded.resetCount}
      session={session}
      values={loaded.values}
      onReset={() => setLoaded({ values: {}, resetCount: loaded.resetCount + 1 })}
      isReset={loaded.resetCount > 0}
    />
  );
}

type OpenProps = {
  session: FormSession;
  values: Record<string, unknown>;
  onReset: () => void;
  /** True if the user has just cleared the values; this change must be saved. */
  isReset: boolean;
};

function OpenPreview({ session, values, onReset, isReset }: OpenProps) {
  const [view, setView] = useQueryParam("view", "form");
  const current: View = views.find(({ value }) => value === view)?.value ?? "form";
  const [doc] = useState(() => session.content().doc);
  const { fields, store, saving } = useMemo(() => {
    const placed = walk(doc);
    const answers = new AnswerStore({ fields: placed, values: fittingValues(values, placed) });
    const reserved = Object.fromEntries(Object.entries(values).filter(([key]) => key.startsWith("__")));
    return {
      fields: placed,
      store: answers,
      saving: new PreviewSaving(
        () => session.saving.snapshot().form.id,
        () => fittingValues({ ...reserved, ...answers.values() }, placed),
      ),
    };
  }, [doc, values, session]);

  useEffect(() => {
    const stops = [saving.start(), store.onEdit(() => saving.markEdited())];
    if (isReset) saving.markEdited();
    return () => {
      for (const stop of stops) stop();
    };
  }, [saving, store, isReset]);

  return (
    <>
      <PreviewModes>
        <ModeSwitch label="Preview as" value={current} choices={views} onChange={setView} />
        <Button size="sm" icon="restore" onClick={onReset}>
          Reset Preview
        </Button>
      </PreviewModes>
      <div className="form-columns">
        <div className="form-main card">
          {current === "pdf" ? (
            <PreviewPdf session={session} saving={saving} />
          ) : (
            <div className="form-preview">
              <DocView key={current} doc={doc} fields={fields} mode={current} store={store} />
            </div>
          )}
        </div>
        <aside className="form-side form-side-preview no-print" aria-label="Preview values">
          <PreviewPanel store={store} fields={fields} saving={saving} />
        </aside>
      </div>
    </>
  );
}

/** Render the views into the row of the modes, which belongs to the page. */
function PreviewModes({ children }: { children: React.ReactNode }) {
  const [container, setContainer] = useState<HTMLElement | null>(null);
  useEffect(() => setContainer(document.getElementById("form-modes-more")), []);
  return container ? createPortal(children, container) : null;
}

type PanelProps = { store: AnswerStore; fields: ReturnType<typeof walk>; saving: PreviewSaving };

function PreviewPanel({ store, fields, saving }: PanelProps) {
  const { answered, total, percent } = useAnswerSummary(store);
  const state = useSyncExternalStore(saving.subscribe, saving.snapshot, saving.snapshot);
  const rows = listedValues(store.values(), fields);
  return (
    <Card title="Preview values" actions={<SavingNote text={state.text} savedAt={state.savedAt} />}>
      {state.rejection && <p className="field-error">{state.rejection}</p>}
      <p className="text-secondary small-text">
        {answered} of {total} answered ({percent}%). Only you see these values.
      </p>
      {rows.length === 0 ? (
        <p className="text-secondary small-text mb-0">What you fill in appears here.</p>
      ) : (
        <dl className="preview-values">
          {rows.map(({ key, label, text }) => (
            <div key={key}>
              <dt>
                {label} <code>{key}</code>
              </dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  );
}
