import { useRef } from "react";
import { request } from "../../../api/client";
import { sectionId } from "../../../domain/questionnaire/field-ids";
import type { PlacedField } from "../../../domain/questionnaire/rules/walk";
import { useAnswerSummary } from "../../../domain/questionnaire/use-answer";
import { useSave } from "../../../lib/state/use-save";
import { toasts } from "../../../lib/toasts";
import { Badge } from "../../../ui/badge";
import { Button } from "../../../ui/button";
import { FailureAlert } from "../../../ui/failure-alert";
import { Icon } from "../../../ui/icon";
import { Time } from "../../../ui/time";
import type { Answering } from "../detail/answering/answering";
import type { OpenRfx } from "../detail/open-rfx";
import type { Carried, Rfx, SaveResult } from "../types";
import { earlierAnswerFor, type Offers } from "./offers";
import { EarlierAnswer, EarlierAnswers } from "./reuse";
import { unconfirmed } from "./unconfirmed";
import "../detail/answering/form-card.scss";
import "../detail/notes.scss";
import "../rfx.scss";

type Offer = Carried["offers"][string];

type BarProps = {
  open: OpenRfx;
  /** Show a field and move the focus to it. */
  goTo: (key: string) => void;
};

/** Notices above the form: the answers of the last round, and the answers to reuse. */
export function EarlierBars({ open, goTo }: BarProps) {
  const { rfx, answering } = open;
  return (
    <>
      {rfx.carried && <CarriedBar open={open} carried={rfx.carried} goTo={goTo} />}
      <EarlierAnswers reuse={rfx.reuse} answering={answering} />
    </>
  );
}

/** Notice above the form: how many answers are from the earlier round, and a button to the next one to confirm. */
function CarriedBar({ open, carried, goTo }: BarProps & { carried: Carried }) {
  const { answering } = open;
  const { total } = useAnswerSummary(answering.store);
  const last = useRef<string | null>(null);
  const waiting = unconfirmed(answering);
  if (!carried.offered) return null;
  const { offered, submitted } = carried;
  const goToNext = () => {
    const keys = answering.fields.map(({ key }) => key);
    const from = keys.indexOf(last.current ?? "");
    const next = waiting.find(({ key }) => keys.indexOf(key) > from) ?? waiting[0];
    if (!next) return;
    last.current = next.key;
    goTo(next.key);
  };
  const isUnchanged = ({ key }: PlacedField) => !carried.offers[key]?.outcome;
  const withoutHeading = waiting.filter((placed) => placed.sectionIndex === 0 && isUnchanged(placed));
  return (
    <section className="status-notice status-notice-info" aria-label="Answers of the last round">
      <Icon name="history" />
      <div>
        <p className="mb-0" role="status">
          {waiting.length === 0 ? (
            "Every answer of the last round is confirmed or changed."
          ) : (
            <>
              {offered} of {Math.max(total, offered)} answers are from{" "}
              {submitted ? <Time value={submitted} /> : "the last round"}. Go through each section and
              confirm.
              {waiting.length < offered && ` ${waiting.length} left.`}
            </>
          )}
        </p>
        {waiting.length > 0 && (
          <div className="button-row mt-2">
            <Button size="sm" onClick={goToNext}>
              Next unconfirmed
            </Button>
            <ConfirmButton
              answering={answering}
              fields={withoutHeading}
              section="the questions above the first heading"
            />
          </div>
        )}
      </div>
    </section>
  );
}

type SectionProps = { answering: Answering; carried: Carried; section: string };

/** Button below the heading of a section that confirms its unchanged answers. */
export function SectionConfirmation({ answering, carried, section }: SectionProps) {
  useAnswerSummary(answering.store);
  const waiting = unconfirmed(answering).filter(
    ({ formIndex, sectionIndex }) => sectionId(formIndex, sectionIndex) === section,
  );
  const unchanged = waiting.filter(({ key }) => !carried.offers[key]?.outcome);
  return <ConfirmButton answering={answering} fields={unchanged} section={waiting[0]?.sectionTitle ?? ""} />;
}

type ConfirmProps = {
  answering: Answering;
  fields: readonly PlacedField[];
  section: string;
};

/** Button that confirms the answers of several fields; hidden without any. */
function ConfirmButton({ answering, fields, section }: ConfirmProps) {
  const { save, busy, failure } = useConfirmation(answering);
  if (fields.length === 0) return null;
  return (
    <span className="d-block mb-2">
      <Button
        size="sm"
        icon="check"
        busy={busy}
        onClick={() => save(fields.map(({ key }) => key))}
        data-confirms=""
      >
        Confirm {fields.length} unchanged<span className="visually-hidden">: {section}</span>
      </Button>
      <FailureAlert error={failure} />
    </span>
  );
}

type NotesProps = Omit<NoteProps, "carried"> & { carried: Rfx["carried"]; reuse: Offers };

/** Notes below a field without an answer: of the last round, or one to reuse. */
export function EarlierNotes({ carried, reuse, ...props }: NotesProps) {
  const offer = earlierAnswerFor(reuse, props.answering, props.placed.key);
  return (
    <>
      {carried && <CarriedNote carried={carried} {...props} />}
      {offer && <EarlierAnswer offer={offer} reuse={reuse} {...props} />}
    </>
  );
}

type NoteProps = { answering: Answering; carried: Carried; placed: PlacedField };

/** Note below a field: the source of its earlier answer and a button that confirms it, or why there is none. */
function CarriedNote({ answering, carried, placed }: NoteProps) {
  const { key, field } = placed;
  const { save, busy, failure } = useConfirmation(answering);
  const offer = carried.offers[key];
  const isOffered = answering.store.get(key).offer !== undefined;
  // The user has cleared the earlier answer.
  if (!offer || ("value" in offer && !isOffered)) return null;
  const source = offer.source === undefined ? undefined : carried.sources[offer.source];
  return (
    <div className="field-note">
      <Icon name="history" />
      <span>
        <Change offer={offer} />
        {offer.fault && `The earlier answer is not offered: ${offer.fault} `}
        {source && (
          <span className="text-secondary">
            <Time value={source.date} />, <bdi>{source.author}</bdi>{" "}
          </span>
        )}
        {isOffered && (
          <Button size="sm" busy={busy} onClick={() => save([key])} data-confirms="">
            Confirm<span className="visually-hidden">: {field.label}</span>
          </Button>
        )}
        {offer.formerText && (
          <span className="field-hint d-block">
            Then: <bdi>{offer.formerText}</bdi>
          </span>
        )}
        <FailureAlert error={failure} />
      </span>
    </div>
  );
}

const changes: Partial<Record<NonNullable<Offer["outcome"]>, string>> = {
  NEW: "New",
  REWORDED: "Reworded",
  CHOICES: "Choices changed",
  RULES: "Limits changed",
  TYPE: "Other type of answer",
};

/** Badge with the change of a question since the earlier round. */
function Change({ offer: { outcome } }: { offer: Offer }) {
  const label = outcome && changes[outcome];
  if (!label) return null;
  return (
    <>
      <Badge tone={outcome === "NEW" ? "info" : "wait"}>{label}</Badge>{" "}
    </>
  );
}

/** Confirm answers. Afterwards the focus moves to the next button, because the pressed one is gone. */
function useConfirmation(answering: Answering) {
  const following = useRef<HTMLElement[]>([]);
  const { save, ...saving } = useSave({
    send: (keys: readonly string[]) => confirmAnswers(answering, keys),
    onSaved: () => {
      setTimeout(() => {
        if (document.activeElement !== document.body) return;
        following.current.find(({ isConnected }) => isConnected)?.focus({ preventScroll: true });
      });
    },
    offlineNote: "Nothing was confirmed.",
  });
  const start = (keys: readonly string[]) => {
    const buttons = [...document.querySelectorAll<HTMLElement>("[data-confirms]")];
    following.current = buttons.slice(buttons.indexOf(document.activeElement as HTMLElement) + 1);
    save(keys);
  };
  return { ...saving, save: start };
}

/**
 * Confirm earlier answers. An answer that was given meanwhile is shown instead and not overwritten. Throws ApiError if
 * nothing was confirmed.
 */
async function confirmAnswers(answering: Answering, keys: readonly string[]): Promise<void> {
  const { id, saving, store } = answering;
  const offers = new Map(keys.map((key) => [key, store.get(key).offer]));
  const result: SaveResult = await request("POST", "/api/rfx/{rfx_id}/confirmation", {
    path: { rfx_id: id },
    body: { keys: [...keys] },
  });
  const { saved, conflicts, refused } = result;
  store.batch(() => {
    saving.refresh({
      ...Object.fromEntries(
        Object.entries(saved).map(([key, { value, iteration }]) => [
          key,
          { value: value ?? offers.get(key), iteration },
        ]),
      ),
      ...conflicts,
    });
    // The offer was cleared by a colleague, or its document has ended.
    for (const key of Object.keys(refused)) if (store.get(key).offer !== undefined) store.take(key, null, 0);
  });
  saving.options.onSaved?.(result);
  const answered = Object.keys(conflicts).length;
  if (answered > 0) {
    toasts.info(
      answered === 1
        ? "1 question was answered meanwhile. Nothing was changed there."
        : `${answered} questions were answered meanwhile. Nothing was changed there.`,
    );
  }
  for (const reason of new Set(Object.values(refused))) toasts.error(reason);
}
