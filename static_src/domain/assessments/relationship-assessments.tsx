import { request } from "../../api/client";
import { usePermission } from "../../lib/browser/page-context";
import { emit, useBrowserEvent } from "../../lib/events";
import { useQuery } from "../../lib/state/queries";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { LoadFailed } from "../../ui/load-more";
import { ScoreBand, ScoreBar, ScoreChange } from "../../ui/score-bar";
import { Skeleton } from "../../ui/skeleton";
import { Time } from "../../ui/time";
import { AssessmentTable, useAssessmentList } from "./assessment-table";
import { percentOf, percentText } from "./assessments";
import "./scores.scss";
import "../../ui/scores.scss";

type Props = {
  relationshipId: number;
  supplierName: string;
  /** Allow new assessments; true if the relationship is above None. */
  mayBegin: boolean;
};

/** A supplier's assessments, with its latest and earlier scores (specification, section 2, Assessments tab). */
export function RelationshipAssessments({ relationshipId, supplierName, mayBegin }: Props) {
  const list = useAssessmentList({ params: { relationshipId } });
  const scores = useScores(relationshipId);
  const mayManage = usePermission("MANAGE_ASSESSMENTS");
  return (
    <div className="stack">
      {mayManage && (
        <div className="tab-actions">
          {!mayBegin && (
            <p className="text-secondary small-text">A new assessment needs a relationship above None.</p>
          )}
          <Button
            variant="primary"
            icon="add"
            disabled={!mayBegin}
            onClick={() => emit("OPEN_NEW_ASSESSMENT", { relationshipId, supplierName })}
          >
            New Assessment
          </Button>
        </div>
      )}
      {scores.isLoading ? (
        // Show the table after the scores above it have loaded.
        <Card>
          <Skeleton lines={6} long />
        </Card>
      ) : (
        <>
          <Scores scores={scores} />
          <AssessmentTable
            list={list}
            withSupplier={false}
            empty={{
              title: "No assessments yet.",
              text: "Qualification and performance assessments of this supplier appear here.",
            }}
          />
        </>
      )}
    </div>
  );
}

function useScores(relationshipId: number) {
  const scores = useQuery({
    queryKey: ["scores", relationshipId],
    queryFn: ({ signal }) =>
      request("GET", "/api/relationship/{relationship_id}/score", {
        path: { relationship_id: relationshipId },
        signal,
        toast: false,
      }),
  });
  useBrowserEvent("ASSESSMENT_CHANGED", () => scores.refetch());
  return scores;
}

function Scores({ scores }: { scores: ReturnType<typeof useScores> }) {
  if (scores.isError) return <LoadFailed title="The scores could not be loaded." refetch={scores.refetch} />;
  if (!scores.data?.length) return null;
  return (
    <div className="score-cards">
      {scores.data.map((score) => (
        <Card key={score.type} title={score.scoreName}>
          <LatestScore score={score} />
          <ol className="score-history" aria-label={`${score.scoreName}, newest first`}>
            {score.history.map((past) => (
              <li key={past.id}>
                <a href={`/assessment/${past.id}`}>{past.title}</a>
                <span className="cell-sub">
                  <Time value={past.completedDate} />
                </span>
                <span className="num">{percentText(past.score, "no score")}</span>
              </li>
            ))}
          </ol>
        </Card>
      ))}
    </div>
  );
}

type Score = NonNullable<ReturnType<typeof useScores>["data"]>[number];

/** The latest score with its band and the change since the previous one. */
function LatestScore({ score: { latest, history } }: { score: Score }) {
  const percent = percentOf(latest);
  const previous = percentOf(history[1]?.score ?? null);
  if (percent === null) return <p className="score-figure">no score</p>;
  return (
    <>
      <p className="score-overall mb-0">
        <span className="score-figure num">{percent}%</span>
        <ScoreBand percent={percent} />
        {previous !== null && <ScoreChange percent={percent} previous={previous} />}
      </p>
      <ScoreBar percent={percent} previous={previous} />
    </>
  );
}
