import { useState } from "react";
import { OrgLogo } from "../../../domain/people/faces";
import { formatCount } from "../../../lib/text/numbers";
import { Badge } from "../../../ui/badge";
import { Card } from "../../../ui/card";
import { EmptyState } from "../../../ui/empty-state";
import { Icon } from "../../../ui/icon";
import { ScoreBar } from "../../../ui/score-bar";
import { Time } from "../../../ui/time";
import { Arithmetic } from "./arithmetic";
import { type ConsensusCell, ConsensusModal } from "./consensus-modal";
import { shortDecimal } from "./decimals";
import type { EvaluatedSupplier, Evaluation, Result } from "./types";
import "./ranking.scss";
import "./evaluation.scss";

type Props = { requestId: number; evaluation: Evaluation; onChange: (evaluation: Evaluation) => void };

/** A closed evaluation: the ranking with bars, the arithmetic of each score, and marks to settle. */
export function Results({ requestId, evaluation, onChange }: Props) {
  const { results, suppliers, closed, closedBy, closingReason } = evaluation;
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set(firstOpened(results)));
  const [settling, setSettling] = useState<ConsensusCell | null>(null);
  const unsettled = results.flatMap(({ values }) =>
    values.filter(({ isSpread, consensus }) => isSpread && !consensus),
  ).length;
  const toggle = (rfxId: number) => {
    const next = new Set(opened);
    if (!next.delete(rfxId)) next.add(rfxId);
    setOpened(next);
  };
  return (
    <div className="evaluation">
      <p className="evaluation-intro">
        {closedBy ? (
          <>
            <bdi>{closedBy}</bdi> closed the evaluation on <Time value={closed} />
            {closingReason ? (
              <>
                : “<bdi>{closingReason}</bdi>”
              </>
            ) : (
              "."
            )}
          </>
        ) : (
          <>
            The evaluation closed on <Time value={closed} />, after the last mark was in.
          </>
        )}
      </p>
      {unsettled > 0 && (
        <p className="evaluation-spread" role="status">
          <Icon name="warning" />
          {unsettled === 1
            ? "The marks of 1 criterion differ by more than 2. Agree on a mark to settle them."
            : `The marks of ${unsettled} criteria differ by more than 2. Agree on a mark for each to settle them.`}
        </p>
      )}
      {results.length === 0 ? (
        <EmptyState icon="evaluation" title="No supplier was evaluated." />
      ) : (
        <Card title="Ranking" flush>
          <ol className="ranking">
            {results.map((result) => {
              const supplier = suppliers.find(({ rfxId }) => rfxId === result.rfxId);
              return supplier ? (
                <li key={result.rfxId}>
                  <Head
                    result={result}
                    supplier={supplier}
                    isOpen={opened.has(result.rfxId)}
                    onToggle={() => toggle(result.rfxId)}
                  />
                  {opened.has(result.rfxId) && (
                    <Arithmetic
                      result={result}
                      evaluation={evaluation}
                      onSettle={(value) => setSettling({ supplier, value })}
                    />
                  )}
                </li>
              ) : null;
            })}
          </ol>
        </Card>
      )}
      {settling && (
        <ConsensusModal
          requestId={requestId}
          evaluation={evaluation}
          cell={settling}
          onChange={onChange}
          onClose={() => setSettling(null)}
        />
      )}
    </div>
  );
}

/** Return the supplier that is open at first: the best one whose marks have to be settled, else the best one. */
function firstOpened(results: readonly Result[]): number[] {
  const unsettled = results.find(({ values }) =>
    values.some(({ isSpread, consensus }) => isSpread && !consensus),
  );
  const first = unsettled ?? results[0];
  return first ? [first.rfxId] : [];
}

type HeadProps = { result: Result; supplier: EvaluatedSupplier; isOpen: boolean; onToggle: () => void };

function Head({ result, supplier, isOpen, onToggle }: HeadProps) {
  const { score, rank, values, missing } = result;
  const spread = values.some(({ isSpread, consensus }) => isSpread && !consensus);
  return (
    <button type="button" className="ranking-row" aria-expanded={isOpen} onClick={onToggle}>
      <span className="ranking-rank num">{rank ?? "-"}</span>
      <OrgLogo
        organisation={{ id: supplier.rfxId, name: supplier.name, logoUrl: supplier.logoUrl }}
        size="sm"
      />
      <span className="ranking-name">
        <bdi>{supplier.name}</bdi>
        {(spread || missing.length > 0) && (
          <span className="ranking-notes">
            {spread && (
              <Badge tone="wait" icon="warning">
                Marks differ
              </Badge>
            )}
            {missing.length > 0 && <Badge tone="none">{formatCount(missing.length, "mark")} missing</Badge>}
          </span>
        )}
      </span>
      <span className="ranking-bar">{score !== null && <ScoreBar percent={Number(score)} />}</span>
      <span className="ranking-score num">{score === null ? "No score" : shortDecimal(score)}</span>
      <Icon name={isOpen ? "up" : "down"} />
    </button>
  );
}
