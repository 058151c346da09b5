import { useRef, useState } from "react";
import { useQuery } from "../../../lib/state/queries";
import { useSave } from "../../../lib/state/use-save";
import { formatCount } from "../../../lib/text/numbers";
import { Badge } from "../../../ui/badge";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { FailureAlert } from "../../../ui/failure-alert";
import { Select } from "../../../ui/inputs";
import { LoadFailed } from "../../../ui/load-more";
import { RichText } from "../../../ui/rich-text";
import { Skeleton } from "../../../ui/skeleton";
import { loadLetter, sendLetter } from "./award-calls";
import { LetterForm } from "./letter-form";
import type { Award, AwardSupplier } from "./types";
import { WordingModal } from "./wording-modal";
import "./award.scss";

type Props = { requestId: number; award: Award; onChanged: () => Promise<void> };

/** The letters as they will be sent, or were sent: one for each supplier that submitted a response. */
export function Letters({ requestId, award, onChanged }: Props) {
  const suppliers = award.suppliers.filter((each) => each.getsLetter || each.canSendLetter);
  const place = useRef<HTMLElement>(null);
  // A letter that was not sent needs an action, so it is shown first.
  const [chosenId, setChosenId] = useState(() => suppliers.find((each) => each.canSendLetter)?.id ?? null);
  const [isWording, setWording] = useState(false);
  const shown = suppliers.find(({ id }) => id === chosenId) ?? suppliers[0];
  if (!shown) return null;
  return (
    <Card
      title={formatCount(suppliers.length, "letter")}
      actions={
        award.actions.editLetters && (
          <Button size="sm" onClick={() => setWording(true)}>
            Edit the standard letters...
          </Button>
        )
      }
    >
      <div className="award-letters">
        <ul className="award-letter-list" aria-label="Letters">
          {suppliers.map((supplier) => (
            <li key={supplier.id}>
              <button
                type="button"
                className="award-letter-row"
                aria-current={supplier.id === shown.id || undefined}
                onClick={() => setChosenId(supplier.id)}
              >
                <bdi>{supplier.name}</bdi>
                <LetterBadge mark={markOf(supplier, award)} />
              </button>
            </li>
          ))}
        </ul>
        <Select
          className="award-letter-select"
          aria-label="Letter to"
          value={String(shown.id)}
          options={suppliers.map((supplier) => ({
            value: String(supplier.id),
            label: [supplier.name, markOf(supplier, award)?.text].filter(Boolean).join(": "),
          }))}
          onChange={(event) => setChosenId(Number(event.target.value))}
        />
        <section ref={place} className="award-letter" tabIndex={-1} aria-label={`Letter to ${shown.name}`}>
          <Preview
            key={shown.id}
            requestId={requestId}
            award={award}
            supplier={shown}
            onChanged={onChanged}
            // The button disappears with the sending.
            onSent={() => place.current?.focus()}
          />
        </section>
      </div>
      {isWording && (
        <WordingModal
          requestId={requestId}
          award={award}
          onChanged={onChanged}
          onClose={() => setWording(false)}
        />
      )}
    </Card>
  );
}

type Mark = { text: string; tone: "bad" | "wait" | "ok" | "none" };

/** Return the most important state of a letter. */
function markOf(supplier: AwardSupplier, { state }: Award): Mark | null {
  const { letterState, isLetterOutdated, hasOwnLetter, isAwarded, canSendLetter } = supplier;
  if (letterState === "FAILED") return { text: "Not delivered", tone: "bad" };
  if (letterState === "WAITING") return { text: "Sending", tone: "wait" };
  if (canSendLetter) return { text: "Not sent", tone: "wait" };
  if (isLetterOutdated) return { text: "Check", tone: "wait" };
  if (isAwarded) return { text: state === "SENT" ? "Awarded" : "Chosen", tone: "ok" };
  return hasOwnLetter && !letterState ? { text: "Edited", tone: "none" } : null;
}

function LetterBadge({ mark }: { mark: Mark | null }) {
  return mark && <Badge tone={mark.tone}>{mark.text}</Badge>;
}

type PreviewProps = Props & { supplier: AwardSupplier; onSent: () => void };

function Preview({ requestId, award, supplier, onChanged, onSent }: PreviewProps) {
  const [isEditing, setEditing] = useState(false);
  const { data, isError, refetch } = useQuery({
    // A change of the award changes its letters.
    queryKey: ["award-letter", requestId, supplier.id, award.updated, supplier.letterState],
    queryFn: ({ signal }) => loadLetter(requestId, supplier.id, signal),
  });
  if (isError && !data) return <LoadFailed title="The letter could not be loaded." refetch={refetch} />;
  if (!data) return <Skeleton lines={6} label="Loading the letter" />;
  const changed = async () => {
    await Promise.all([refetch(), onChanged()]);
    setEditing(false);
  };
  if (isEditing)
    return (
      <LetterForm requestId={requestId} letter={data} onSaved={changed} onClose={() => setEditing(false)} />
    );
  return (
    <>
      {data.failure && <p className="alert alert-danger mb-0">{data.failure}</p>}
      {supplier.canSendLetter && !data.failure && (
        <p className="alert alert-warning mb-0">
          This response was submitted after the award. Read the letter, then send it.
        </p>
      )}
      {data.isOutdated && (
        <p className="alert alert-warning mb-0">
          The award has changed since this letter was edited. Check the text and save it again, or restore the
          standard letter.
        </p>
      )}
      <div className="award-paper">
        <RichText html={data.html} />
      </div>
      {supplier.canSendLetter && (
        <SendLetter requestId={requestId} supplier={supplier} onSent={() => changed().then(onSent)} />
      )}
      {award.actions.editLetters && (
        <div className="award-buttons">
          <Button size="sm" icon="edit" onClick={() => setEditing(true)}>
            Edit this letter
          </Button>
          {data.isEdited && <span className="text-secondary">Edited for this supplier</span>}
        </div>
      )}
    </>
  );
}

type SendProps = { requestId: number; supplier: AwardSupplier; onSent: () => Promise<void> };

/** Button for a letter that was not delivered or, because the response came later, not sent. */
function SendLetter({ requestId, supplier, onSent }: SendProps) {
  const { save, busy, failure } = useSave({
    send: (rfxId: number, key) => sendLetter(requestId, rfxId, key),
    success: `The letter to ${supplier.name} is being sent.`,
    onSaved: onSent,
  });
  return (
    <>
      <FailureAlert error={failure} />
      <div className="award-buttons">
        <Button size="sm" icon="send" busy={busy} busyText="Sending..." onClick={() => save(supplier.id)}>
          {supplier.letterState === "FAILED" ? "Send again" : "Send this letter"}
        </Button>
      </div>
    </>
  );
}
