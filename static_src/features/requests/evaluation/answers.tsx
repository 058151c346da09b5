import { type KeyboardEvent, useEffect, useRef } from "react";
import { useQuery } from "../../../lib/state/queries";
import { IconButton } from "../../../ui/button";
import { iconOf } from "../../../ui/file-text";
import { Icon } from "../../../ui/icon";
import { LoadFailed } from "../../../ui/load-more";
import { Modal } from "../../../ui/modal";
import { Skeleton } from "../../../ui/skeleton";
import { loadAnswers } from "./evaluation-calls";
import type { EvaluatedSupplier } from "./types";
import "./marking.scss";

type Props = { requestId: number; supplier: EvaluatedSupplier; onClose: () => void };

/** The answers of one supplier in a dialog, for phones. */
export function AnswersModal({ requestId, supplier, onClose }: Props) {
  return (
    <Modal show title={`Answers of ${supplier.name}`} size="lg" onClose={onClose}>
      <Answers requestId={requestId} supplier={supplier} />
    </Modal>
  );
}

/** The answers of one supplier next to the marks, so that both are in view. Escape closes the panel. */
export function AnswersPanel({ requestId, supplier, onClose }: Props) {
  const panel = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the panel of another supplier gets the focus again
  useEffect(() => {
    panel.current?.scrollTo(0, 0);
    panel.current?.focus();
  }, [supplier.rfxId]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") onClose();
  };
  const title = `Answers of ${supplier.name}`;
  return (
    <section ref={panel} className="answers-panel" aria-label={title} tabIndex={-1} onKeyDown={onKeyDown}>
      <div className="answers-panel-head">
        <h2>{title}</h2>
        <IconButton icon="close" label="Close the answers" onClick={onClose} />
      </div>
      <Answers requestId={requestId} supplier={supplier} />
    </section>
  );
}

/** The answers by section, with files and points. */
function Answers({ requestId, supplier }: Omit<Props, "onClose">) {
  const { data, isError, refetch } = useQuery({
    queryKey: ["evaluation-answers", requestId, supplier.rfxId],
    queryFn: ({ signal }) => loadAnswers(requestId, supplier.rfxId, signal),
  });
  if (isError && !data)
    return <LoadFailed title="The answers could not be loaded." refetch={() => void refetch()} />;
  if (!data) return <Skeleton lines={10} long label="Loading the answers" />;
  return data.sections.map((section) => (
    <section key={section.id} className="answers-section">
      <h3>
        {section.title}
        {section.scores[0] && <span className="answers-score num">{section.scores[0].percent} %</span>}
      </h3>
      <dl className="answers">
        {data.questions
          .filter(({ sectionId }) => sectionId === section.id)
          .map((question) => (
            <Answer key={question.key} question={question} />
          ))}
      </dl>
    </section>
  ));
}

type Question = Awaited<ReturnType<typeof loadAnswers>>["questions"][number];

function Answer({ question }: { question: Question }) {
  const cell = question.cells[0] ?? null;
  if (cell?.isHidden) return null;
  return (
    <div>
      <dt>
        <span className="num">{question.number}</span> <bdi>{question.label}</bdi>
      </dt>
      <dd>
        {cell?.files ? (
          cell.files.map(({ id, filename }) => (
            <a key={id} className="answers-file" href={`/files/${id}`} target="_blank" rel="noopener">
              <Icon name={iconOf(filename)} />
              <span>{filename}</span>
            </a>
          ))
        ) : cell?.text ? (
          <bdi className="answers-text">{cell.text}</bdi>
        ) : (
          <span className="marking-none">No answer</span>
        )}
        {cell?.points && (
          <span className="answers-points num">
            {cell.points.points} of {cell.points.most} points
          </span>
        )}
      </dd>
    </div>
  );
}
