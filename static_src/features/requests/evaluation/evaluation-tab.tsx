import { usePageContext } from "../../../lib/browser/page-context";
import { EmptyState } from "../../../ui/empty-state";
import { LoadFailed } from "../../../ui/load-more";
import { Skeleton } from "../../../ui/skeleton";
import type { RfxRequest } from "../types";
import { Marking } from "./marking";
import { OpenRound } from "./open-round";
import { Preparing } from "./preparing";
import { Results } from "./results";
import { useEvaluation } from "./use-evaluation";
import "./evaluation.scss";

/** Tab 'Evaluation': criteria and people, then marks, then the ranking. */
export function EvaluationTab({ request }: { request: RfxRequest }) {
  const { user } = usePageContext();
  const { data, isError, refetch, update } = useEvaluation(request.id);
  if (isError && !data)
    return <LoadFailed title="The evaluation could not be loaded." refetch={() => void refetch()} />;
  if (!data) return <Skeleton lines={8} long label="Loading the evaluation" />;
  if (data.state === "PREPARING") {
    return data.mayManage ? (
      <Preparing requestId={request.id} evaluation={data} onChange={update} />
    ) : (
      <EmptyState
        icon="evaluation"
        title="The evaluation has not started."
        text="Colleagues who may send requests choose the criteria and the evaluators. The ranking appears here at the end."
      />
    );
  }
  if (data.state === "CLOSED") return <Results requestId={request.id} evaluation={data} onChange={update} />;
  return (
    <div className="evaluation">
      {data.own && (
        <Marking
          requestId={request.id}
          evaluation={data}
          storageKey={`evaluation.${request.id}.${user?.id ?? ""}`}
          onChange={update}
        />
      )}
      <OpenRound requestId={request.id} evaluation={data} onChange={update} />
    </div>
  );
}
