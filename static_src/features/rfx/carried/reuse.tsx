import type { PlacedField } from "../../../domain/questionnaire/rules/walk";
import { useAnswerSummary } from "../../../domain/questionnaire/use-answer";
import { Button } from "../../../ui/button";
import { Icon } from "../../../ui/icon";
import { Time } from "../../../ui/time";
import type { Answering } from "../detail/answering/answering";
import { earlierAnswerFor, type Offer, type Offers } from "./offers";
import "../detail/answering/form-card.scss";
import "../detail/notes.scss";
import "../rfx.scss";

type Props = { reuse: Offers; answering: Answering };

/** Offer below a question that the organisation has answered before, with a button that reuses that answer. */
export function EarlierAnswer({
  offer,
  reuse,
  answering,
  placed,
}: Props & { offer: Offer; placed: PlacedField }) {
  return (
    <p className="field-note field-note-reuse">
      <Icon name="history" />
      <span>
        You answered this before: <q>{offer.text}</q> (<Time value={offer.updated} />, for{" "}
        {offer.requesterName}, <a href={`/rfx/${offer.rfx.id}`}>#{offer.rfx.id}</a>){" "}
        <Button size="sm" onClick={() => reuseAnswers(reuse, answering, [placed.key])}>
          Use this answer<span className="visually-hidden">: {placed.field.label}</span>
        </Button>
      </span>
    </p>
  );
}

/** Notice above the form: the number of questions answered before, and a button that reuses all those answers. */
export function EarlierAnswers({ reuse, answering }: Props) {
  // Render again when an answer changes, because the count depends on the answers.
  useAnswerSummary(answering.store);
  const keys = Object.keys(reuse ?? {}).filter((key) => earlierAnswerFor(reuse, answering, key));
  if (keys.length === 0) return null;
  return (
    <div className="status-notice status-notice-info">
      <Icon name="history" />
      <div>
        {`You have answered ${keys.length} of these questions before.`}
        <Button size="sm" className="ms-2" onClick={() => reuseAnswers(reuse, answering, keys)}>
          {keys.length === 1 ? "Use this answer" : "Use all"}
        </Button>
      </div>
    </div>
  );
}

function reuseAnswers(reuse: Offers, { store }: Answering, keys: readonly string[]): void {
  store.batch(() => {
    for (const key of keys) {
      store.set(key, reuse?.[key]?.value);
      store.leave(key);
    }
  });
}
