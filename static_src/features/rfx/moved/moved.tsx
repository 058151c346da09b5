import { useEffect, useEffectEvent, useRef, useState } from "react";
import { answered } from "../../../domain/questionnaire/rules/answers";
import { formatCount } from "../../../lib/text/numbers";
import { toasts } from "../../../lib/toasts";
import { Button } from "../../../ui/button";
import { Time } from "../../../ui/time";
import type { OpenRfx } from "../detail/open-rfx";
import { discardLeft, type LeftDraft, loadLeft, placeDrafts, textOf } from "./drafts";
import type { RfxMoved } from "./former-keys";
import "../detail/notes.scss";

type Props = {
  open: OpenRfx;
  moves: RfxMoved;
  /** Show a field and move the focus to it. */
  goTo: (key: string) => void;
};

/** Notice of the last move to a new revision, and the texts typed for questions that are no longer asked. */
export function Moved({ open, moves, goTo }: Props) {
  const left = useDrafts(open, moves);
  const isOpen = ["NEW", "PENDING", "INPROGRESS"].includes(open.rfx.status);
  return (
    <>
      {moves.notice && isOpen && <MoveNotice open={open} notice={moves.notice} goTo={goTo} />}
      {left.drafts.length > 0 && <LeftDrafts {...left} />}
    </>
  );
}

type NoticeProps = Pick<Props, "open" | "goTo"> & { notice: NonNullable<RfxMoved["notice"]> };

function MoveNotice({ open, notice, goTo }: NoticeProps) {
  const { rfx, answering } = open;
  const { id, author, formTitle, revision, date, carried, newKeys, againKeys } = notice;
  const storageKey = `assay.moved.${answering.saving.options.scope}`;
  const [isDismissed, setDismissed] = useState(() => stored(storageKey) === String(id));
  const last = useRef<string | null>(null);
  if (isDismissed) return null;
  const goToNext = () => {
    const key = nextUnanswered(open, [...newKeys, ...againKeys], last.current);
    if (key === null) {
      toasts.success("All of these questions have answers.");
      return;
    }
    last.current = key;
    goTo(key);
  };
  const dismiss = () => {
    setDismissed(true);
    store(storageKey, String(id));
  };
  return (
    <section className="alert alert-info" aria-label="New version of the questionnaire">
      <p>
        <bdi>{author}</bdi> moved{" "}
        {rfx.docForms.length > 1 ? (
          <>
            “<bdi>{formTitle}</bdi>”
          </>
        ) : (
          "this questionnaire"
        )}{" "}
        to revision {revision} on <Time value={date} />.{" "}
        {summaryOf(carried, newKeys.length, againKeys.length)}
      </p>
      <div className="button-row">
        {newKeys.length + againKeys.length > 0 && (
          <Button size="sm" onClick={goToNext}>
            {newKeys.length > 0 ? "Next new question" : "Next question to answer again"}
          </Button>
        )}
        <Button size="sm" onClick={dismiss}>
          Dismiss
        </Button>
      </div>
    </section>
  );
}

/** Return the numbers of the move as a sentence. */
function summaryOf(carried: number | null, added: number, again: number): string {
  const parts = [
    carried !== null && `${formatCount(carried, "answer was", "answers were")} kept`,
    added > 0 && `${formatCount(added, "question is", "questions are")} new`,
    again > 0 && `${formatCount(again, "has", "have")} to be answered again`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? `${parts.join(", ")}.` : "";
}

/** Return the next of these questions that is visible and has no answer, after the last one; null without one. */
function nextUnanswered({ answering }: OpenRfx, keys: readonly string[], last: string | null): string | null {
  const open = keys.filter((key) => {
    const field = answering.field(key)?.field;
    if (!field) return false;
    const { isVisible, isWritable, value } = answering.store.get(key);
    return isVisible && isWritable && !answered(field, value);
  });
  const following = last === null ? -1 : keys.indexOf(last);
  return open.find((key) => keys.indexOf(key) > following) ?? open[0] ?? null;
}

/** Place the drafts from before the move, now and whenever another tab adds some. */
function useDrafts(open: OpenRfx, moves: RfxMoved) {
  const { saving } = open.answering;
  const [drafts, setDrafts] = useState<readonly LeftDraft[]>([]);
  const running = useRef(false);
  const isDue = useRef(false);
  const place = useEffectEvent(async () => {
    isDue.current = true;
    if (running.current) return;
    running.current = true;
    while (isDue.current) {
      isDue.current = false;
      await saving.flush();
      await placeDrafts(open, moves);
      setDrafts(await loadLeft(open, moves));
    }
    running.current = false;
  });
  useEffect(() => {
    let unsent = saving.snapshot().unsent;
    place();
    return saving.subscribe(() => {
      const now = saving.snapshot().unsent;
      if (now > unsent) place();
      unsent = now;
    });
  }, [saving]);
  const discard = async (draft: LeftDraft) => {
    await discardLeft(open, draft);
    setDrafts((now) => now.filter(({ edit }) => edit !== draft.edit));
  };
  return { drafts, discard };
}

type LeftProps = { drafts: readonly LeftDraft[]; discard: (draft: LeftDraft) => void };

function LeftDrafts({ drafts, discard }: LeftProps) {
  const copy = (draft: LeftDraft) =>
    navigator.clipboard.writeText(textOf(draft.value)).then(
      () => toasts.success("Copied."),
      () => toasts.error("Couldn't copy the text. Select it and copy it yourself."),
    );
  return (
    <section className="alert alert-warning unsent-notice" aria-label="Texts without a question">
      <p>
        <strong>
          {drafts.length === 1
            ? "1 answer that you typed no longer has a question."
            : `${drafts.length} answers that you typed no longer have a question.`}
        </strong>{" "}
        Copy what you need. Drafts stay on this device until you discard them.
      </p>
      <ul>
        {drafts.map((draft) => (
          <li key={draft.key}>
            <bdi>{draft.label ?? "Question"}</bdi>:{" "}
            {draft.isAsked ? "This question takes another kind of answer now." : "This question was removed."}
            <p>
              <q>{textOf(draft.value)}</q>
            </p>
            <div className="button-row">
              <Button size="sm" icon="copy" onClick={() => copy(draft)}>
                Copy
              </Button>
              <Button size="sm" onClick={() => discard(draft)}>
                Discard
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Without storage the notice is back on the next visit.
  }
}
