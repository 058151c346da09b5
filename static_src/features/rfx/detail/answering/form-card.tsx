import { type FocusEvent, useCallback, useMemo, useRef, useState } from "react";
import { DocView } from "../../../../domain/questionnaire/doc-view";
import { fieldId } from "../../../../domain/questionnaire/field-ids";
import { answered } from "../../../../domain/questionnaire/rules/answers";
import type { PlacedField } from "../../../../domain/questionnaire/rules/walk";
import { useAnswerSummary } from "../../../../domain/questionnaire/use-answer";
import { LatePart } from "../../../../lib/browser/late-part";
import { useLoaded } from "../../../../lib/browser/use-loaded";
import { Button } from "../../../../ui/button";
import { EmptyState } from "../../../../ui/empty-state";
import { Icon } from "../../../../ui/icon";
import { Menu } from "../../../../ui/menu";
import { loadCarried } from "../../carried/load-carried";
import type { OpenParts } from "../../parts/parts";
import { type Asked, openTasksByField } from "../../tasks";
import type { LeftAnswers } from "../../workbook/types";
import type { OpenRfx } from "../open-rfx";
import { takesAnswers } from "./answering";
import { FieldNotes } from "./field-notes";
import { useBlockers } from "./submit-button";
import "./form-card.scss";

const loadDocuments = () => import("../../documents/file-documents");
const loadReview = () => import("../review/review");

type Props = {
  open: OpenRfx;
  /** Index of the current form. */
  current: number;
  highlighted: string | null;
  onForm: (index: number) => void;
  /** Go to a field in any form. */
  onGo: (key: string) => void;
  filter: Filter;
  parts: OpenParts | null;
  onFilter: (filter: Filter) => void;
  /** The answers that a filled workbook left for the viewer. */
  left: LeftAnswers | null;
  /** Keys of the answered fields to fold on phones. */
  folded: ReadonlySet<string>;
  onUnfold: (keys: readonly string[]) => void;
};

/** Card of the current form of an RFx, to answer or to read. */
export function FormCard(props: Props) {
  const { open, current, highlighted, onForm, onGo, filter, parts, onFilter, left, folded, onUnfold } = props;
  const { rfx, answering, signed } = open;
  const { id, viewerRole, docForms, tasks, latestValuesFvc, rwMap, reuse, carried } = rfx;
  const { store } = answering;
  const form = docForms[current];
  const visibleKeys = useFiltered(open, current, filter, parts, left);
  const root = useRef<HTMLElement>(null);
  const lastKey = useRef<string | null>(null);
  const canWrite = takesAnswers(rfx);
  const taskAction = viewerRole !== "REQUESTER" && rfx.actions.reply ? "Reply" : "Open";
  const [reviewing, setReviewing] = useState(filter === "yours" && rfx.actions.review);
  const [asked, setAsked] = useState<Asked | null>(null);
  const review = useLoaded(loadReview, reviewing || asked !== null);
  const reviewedRfx = reviewing ? open : null;
  const belowSection = useCallback(
    (section: string) =>
      carried ? (
        <LatePart load={loadCarried}>
          {(part) => <part.SectionConfirmation answering={answering} carried={carried} section={section} />}
        </LatePart>
      ) : (
        reviewedRfx && review && <review.SectionReview open={reviewedRfx} section={section} />
      ),
    [reviewedRfx, review, carried, answering],
  );

  const fields = useMemo(
    () => answering.fields.filter(({ formIndex }) => formIndex === current),
    [answering, current],
  );
  const openTasks = useMemo(() => openTasksByField(tasks), [tasks]);
  const flagged = useMemo(() => new Set(openTasks.keys()), [openTasks]);
  const outdatedKeys = latestValuesFvc.outdatedSignatures.join(" ");
  const outdated = useMemo(() => new Set(outdatedKeys.split(" ")), [outdatedKeys]);
  const below = useCallback(
    (placed: PlacedField) => {
      const note = reviewedRfx && review && (
        <review.ReviewNote open={reviewedRfx} placed={placed} onAsk={setAsked} />
      );
      return (
        <FieldNotes
          placed={placed}
          answering={answering}
          reuse={reuse}
          carried={carried}
          tasks={openTasks.get(placed.key)}
          outdated={outdated.has(placed.key)}
          taskAction={taskAction}
          onAsk={setAsked}
        >
          {placed.field.documentType ? (
            <LatePart load={loadDocuments}>
              {(part) => (
                <part.FileDocuments
                  rfxId={id}
                  viewerRole={viewerRole}
                  answering={answering}
                  carried={carried}
                  placed={placed}
                >
                  {note}
                </part.FileDocuments>
              )}
            </LatePart>
          ) : (
            note
          )}
        </FieldNotes>
      );
    },
    [answering, reuse, carried, openTasks, outdated, taskAction, reviewedRfx, review, id, viewerRole],
  );

  const rememberField = (event: FocusEvent) => {
    const slot = event.target.closest(".doc-field, .doc-inline");
    lastKey.current = fields.find(({ key }) => fieldId(key) === slot?.id)?.key ?? lastKey.current;
  };
  const goToNext = () => {
    const next = store.nextUnanswered(lastKey.current) ?? nextBlockedKey(answering, lastKey.current);
    if (next) onGo(next);
  };
  const showForm = (index: number) => {
    onForm(index);
    lastKey.current = null;
    root.current?.scrollIntoView({ block: "start" });
    root.current?.focus({ preventScroll: true });
  };

  if (!form) return null;
  const hasSeveralForms = docForms.length > 1;
  return (
    <section
      className="card form-card rfx-form"
      ref={root}
      tabIndex={-1}
      aria-label={form.title}
      onFocus={rememberField}
    >
      <div className="form-card-head">
        <h2>
          {form.title}{" "}
          {hasSeveralForms && (
            <span className="form-position num">
              {current + 1} of {docForms.length}
            </span>
          )}
        </h2>
        <div className="form-card-actions">
          {rfx.actions.review && (
            <Button
              variant="quiet"
              icon="completed"
              aria-pressed={reviewing}
              onClick={() => setReviewing(!reviewing)}
            >
              {reviewing ? "Done reviewing" : "Review answers"}
            </Button>
          )}
          <FilterMenu
            choice={filter}
            onChoose={onFilter}
            writes={canWrite}
            flags={flagged.size > 0}
            parts={parts}
            left={left}
          />
          {canWrite && <NextUnanswered open={open} onClick={goToNext} />}
          {hasSeveralForms && (
            <span className="button-row">
              <Button onClick={() => showForm(current - 1)} disabled={current === 0}>
                Back
              </Button>
              <Button onClick={() => showForm(current + 1)} disabled={current === docForms.length - 1}>
                Next
              </Button>
            </span>
          )}
        </div>
      </div>
      {reviewing && review && (
        <review.ReviewBar
          open={open}
          current={current}
          parts={parts}
          lastKey={() => lastKey.current}
          onGo={onGo}
        />
      )}
      <div className="form-card-body" id="questions" tabIndex={-1}>
        {visibleKeys?.size === 0 ? (
          <EmptyState
            icon="filter"
            title={`${filters[filter].label}: none in this form.`}
            action={<Button onClick={() => onFilter("all")}>Show all questions</Button>}
          />
        ) : (
          <DocView
            key={form.id}
            doc={form.doc}
            fields={fields}
            mode={canWrite ? "form" : "readonly"}
            store={store}
            hideTitle
            highlighted={highlighted}
            only={visibleKeys}
            below={below}
            belowSection={belowSection}
            flagged={flagged}
            rwMap={rwMap}
            onSigned={signed}
            signing={answering.signing}
            folded={visibleKeys ? noKeys : folded}
            onUnfold={onUnfold}
          />
        )}
        {hasSeveralForms && current < docForms.length - 1 && (
          <div className="form-card-foot">
            <Button onClick={() => showForm(current + 1)}>
              Next: {docForms[current + 1]?.title}
              <Icon name="forward" />
            </Button>
          </div>
        )}
      </div>
      {asked && review && <review.AskedModal open={open} asked={asked} onClose={() => setAsked(null)} />}
    </section>
  );
}

const noKeys: ReadonlySet<string> = new Set();

/** Return the key of the next field after `key` that prevents submission; after the last, start again at the first. */
function nextBlockedKey({ fields, blockers }: OpenRfx["answering"], key: string | null): string | undefined {
  const blockedFields = blockers();
  const indexOf = (fieldKey: string | null) => fields.findIndex((field) => field.key === fieldKey);
  return (blockedFields.find((blocker) => indexOf(blocker.key) > indexOf(key)) ?? blockedFields[0])?.key;
}

/** Button to the next unanswered field; when all fields are answered, to the next answer to correct. */
function NextUnanswered({ open, onClick }: { open: OpenRfx; onClick: () => void }) {
  const { answered: answeredCount, total } = useAnswerSummary(open.answering.store);
  const isBlocked = useBlockers(open.answering).length > 0;
  return (
    <Button
      variant="quiet"
      icon="next-unanswered"
      onClick={onClick}
      disabled={answeredCount === total && !isBlocked}
    >
      <span className="wide-word">Next unanswered</span>
    </Button>
  );
}

const filters = {
  all: { label: "All questions" },
  unanswered: { label: "Unanswered" },
  answered: { label: "Answered" },
  required: { label: "Required" },
  flagged: { label: "With a follow-up" },
  yours: { label: "Yours" },
  unassigned: { label: "Not assigned" },
  left: { label: "Left from the workbook" },
} as const;

export type Filter = keyof typeof filters;

/**
 * Return the keys of the fields that match the filter, or null without a filter. Computed when the filter is chosen,
 * so that no field disappears while the user answers it.
 */
function useFiltered(
  open: OpenRfx,
  current: number,
  choice: Filter,
  parts: OpenParts | null,
  left: LeftAnswers | null,
): ReadonlySet<string> | null {
  const { answering, rfx } = open;
  const { own, all } = parts ?? {};
  return useMemo(() => {
    if (choice === "all") return null;
    const flagged = openTasksByField(rfx.tasks);
    const { store, fields } = answering;
    const matchesFilter = ({ key, field }: PlacedField) => {
      if (choice === "required") return field.required;
      if (choice === "flagged") return flagged.has(key);
      if (choice === "yours") return own?.has(key) ?? false;
      if (choice === "unassigned") return !all?.has(key);
      if (choice === "left") return left?.keys.has(key) ?? false;
      return answered(field, store.get(key).value) === (choice === "answered");
    };
    const shown = fields.filter(
      (placed) => placed.formIndex === current && store.get(placed.key).isVisible && matchesFilter(placed),
    );
    return new Set(shown.map(({ key }) => key));
  }, [choice, answering, current, rfx.tasks, own, all, left]);
}

type FilterMenuProps = {
  choice: Filter;
  onChoose: (choice: Filter) => void;
  writes: boolean;
  flags: boolean;
  parts: OpenParts | null;
  left: LeftAnswers | null;
};

function FilterMenu({ choice, onChoose, writes, flags, parts, left }: FilterMenuProps) {
  const choices = (Object.keys(filters) as Filter[]).filter(
    (name) =>
      (name !== "flagged" || flags) &&
      (name !== "required" || writes) &&
      (name !== "left" || left !== null) &&
      (name !== "yours" || (parts?.own.size ?? 0) > 0) &&
      (name !== "unassigned" || (parts?.all.size ?? 0) > 0),
  );
  return (
    <Menu
      align="end"
      triggerClass="btn btn-quiet"
      trigger={
        <>
          <Icon name="filter" />
          <span className={choice === "all" ? "wide-word" : undefined}>
            {choice === "all" ? "Filter" : filters[choice].label}
          </span>
        </>
      }
      items={choices.map((name) => ({
        label: filters[name].label,
        checked: name === choice,
        onSelect: () => onChoose(name),
      }))}
    />
  );
}
