import type { Difference } from "./round-calls";

type Props = { score: NonNullable<Difference["score"]> };

/** The overall scores of both rounds, and the topics that moved them, the largest move first. */
export function ScoreMoves({ score: { earlier, now, topics } }: Props) {
  const moves = topics
    .filter(({ move }) => move !== 0)
    .toSorted((a, b) => Math.abs(b.move) - Math.abs(a.move));
  return (
    <p>
      Score:{" "}
      <strong className="num">
        {earlier}% → {now}%
      </strong>
      {moves.length === 0 && (earlier === now ? ", no topic has moved." : ".")}
      {moves.map(({ topic, move }, index) => (
        <span key={topic}>
          {index === 0 ? ": " : ", "}
          <bdi>{topic}</bdi> <span className="num">{signed(move)}</span>
        </span>
      ))}
    </p>
  );
}

/** Format percentage points with a plus or a minus sign. */
const signed = (move: number) => (move > 0 ? `+${move}` : `−${-move}`);
