import { Meter } from "../../../ui/meter";
import type { AwardSupplier } from "./types";
import "./award.scss";

/** Score and rank of a supplier. */
export function SupplierResult({ supplier: { score, rank } }: { supplier: AwardSupplier }) {
  if (score === null) return <span className="text-secondary">No score</span>;
  return (
    <span className="award-result">
      {rank !== null && <span className="num">Rank {rank}</span>}
      <Meter total={100} parts={[{ value: Math.max(0, Math.min(100, score)), tone: "ok" }]} />
      <strong className="num">{Number(score.toFixed(1))}</strong>
    </span>
  );
}
