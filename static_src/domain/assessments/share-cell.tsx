import { ScoreCell } from "../../ui/score-bar";
import { percentOf } from "./assessments";

type Props = { score: number | null; previous?: number | null; none?: string };

/** A score (share of 1) in a list, with the change since the previous one; `none` without a score. */
export function ShareCell({ score, previous = null, none = "-" }: Props) {
  const percent = percentOf(score);
  return percent === null ? none : <ScoreCell percent={percent} previous={percentOf(previous)} />;
}
