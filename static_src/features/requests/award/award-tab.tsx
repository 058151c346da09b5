import { useState } from "react";
import { EventList } from "../../../domain/events/event-list";
import { emit } from "../../../lib/events";
import { useQuery } from "../../../lib/state/queries";
import { Button, ButtonLink } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { EmptyState } from "../../../ui/empty-state";
import { LoadFailed } from "../../../ui/load-more";
import { Skeleton } from "../../../ui/skeleton";
import type { RfxRequest } from "../types";
import { loadAward } from "./award-calls";
import { DecisionForm } from "./decision-form";
import { DecisionView } from "./decision-view";
import { Letters } from "./letters";
import { NextStep } from "./next-step";
import type { Award } from "./types";
import "./award.scss";

const interval = 2_000;

/** Tab 'Award': the decision on a request, its approval, and the letters to the suppliers. */
export function AwardTab({ request }: { request: RfxRequest }) {
  const [isStarted, setStarted] = useState(false);
  const [isDirty, setDirty] = useState(false);
  const { data, isError, refetch } = useQuery({
    queryKey: ["request-award", request.id],
    queryFn: ({ signal }) => loadAward(request.id, signal),
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => (state.data && isSending(state.data) ? interval : false),
  });
  if (isError && !data) return <LoadFailed title="The award could not be loaded." refetch={refetch} />;
  if (!data) return <Skeleton lines={8} long label="Loading the award" />;
  const reload = async () => {
    await refetch();
    emit("RFX_CHANGED", {});
    emit("EVENT_LOG_CHANGED", {});
  };
  const hasNone = data.state === null || data.state === "CANCELLED";
  if (hasNone && !isStarted)
    return <NoAward request={request} award={data} onStart={() => setStarted(true)} />;
  return (
    <div className="award">
      <div className="award-main">
        {data.refusal && !hasNone && <p className="alert alert-warning mb-0">{data.refusal}</p>}
        {data.actions.edit ? (
          <DecisionForm
            key={data.state}
            requestId={request.id}
            award={data}
            onSaved={reload}
            onDirty={setDirty}
          />
        ) : (
          <DecisionView award={data} />
        )}
        {!hasNone && <Letters requestId={request.id} award={data} onChanged={reload} />}
      </div>
      {!hasNone && (
        <div className="award-side">
          <NextStep request={request} award={data} isDirty={isDirty} onChanged={reload} />
          <Card title="History">
            <EventList events={data.history} label="History of the award" />
          </Card>
        </div>
      )}
    </div>
  );
}

const isSending = ({ suppliers }: Award) => suppliers.some(({ letterState }) => letterState === "WAITING");

type NoAwardProps = { request: RfxRequest; award: Award; onStart: () => void };

function NoAward({ request, award, onStart }: NoAwardProps) {
  if (award.refusal) {
    const toEvaluation = (
      <ButtonLink variant="primary" href={`/rfx/request/${request.id}?tab=evaluation`}>
        Open the evaluation
      </ButtonLink>
    );
    return (
      <EmptyState
        icon="locked"
        title="Not possible yet"
        text={award.refusal}
        action={request.state === "EVALUATING" && toEvaluation}
      />
    );
  }
  const submitted = award.suppliers.filter(({ canAward }) => canAward).length;
  return (
    <EmptyState
      icon="preferred"
      title={award.state === "CANCELLED" ? "The award was cancelled." : "No award yet."}
      text="Choose one or more suppliers and give your reasons. Then every supplier that submitted a response gets a letter, which you see before it is sent."
      action={
        award.actions.edit &&
        (submitted > 0 ? (
          <Button variant="primary" onClick={onStart}>
            Choose suppliers
          </Button>
        ) : (
          <span className="text-secondary">No supplier has submitted a response yet.</span>
        ))
      }
    />
  );
}
