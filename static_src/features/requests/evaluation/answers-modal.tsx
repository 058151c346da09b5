import { useQuery } from "../../../lib/state/queries";
import { iconOf } from "../../../ui/file-text";
import { Icon } from "../../../ui/icon";
import { LoadFailed } from "../../../ui/load-more";
import { Modal } from "../../../ui/modal";
import { Skeleton } from "../../../ui/skeleton";
import { loadAnswers } from "./evaluation-calls";
import type { EvaluatedSupplier } from "./types";
import "./marking.scss";

type Props = { requestId: number; supplier: EvaluatedSupplier; onClose: () => void };

/** The answers of one supplier, with files and points, to read while marking. */
export function AnswersModal({ requestId, supplier, onClose }: Props) {
  const { data, isError, refetch } = useQuery({
    queryKey: ["evaluation-answers", requestId, supplier.rfxId],
    queryFn: ({ signal }) => loadAnswers(requestId, supplier.rfxId, signal),
  });
  return (
    <Modal show title={`Answers of ${supplier.name}`} size="lg" onClose={onClose}>
      {isError && !data ? (
        <LoadFailed title="The answers could not be loaded." refetch={() => void refetch()} />
      ) : !data ? (
        <Skeleton lines={10} long label="Loading the answers" />
      ) : (
        data.sections.map((section) => (
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
        ))
      )}
    </Modal>
  );
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
