import { type Change, diffWordsWithSpace } from "diff";

type Props = {
  from: string;
  to: string;
  /** Show the first text with its removed words marked, or the second with its added words marked. */
  side: "from" | "to";
};

/** Two texts with more changed words than this are shown without marks. */
const maxChanges = 600;
/** Characters. The middle of a longer unchanged part is left out. */
const longPart = 200;
const edge = 70;

/** Mark the words that were removed from a text, or added to it. */
export function WordMarks({ from, to, side }: Props) {
  const changes = diffWordsWithSpace(from, to, { maxEditLength: maxChanges });
  if (!changes) return <bdi>{side === "from" ? from : to}</bdi>;
  const shown = changes.filter(({ added, removed }) => (side === "from" ? !added : !removed));
  return (
    <bdi>
      {shown.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no identity
        <Part key={index} part={part} isFirst={index === 0} isLast={index === shown.length - 1} />
      ))}
    </bdi>
  );
}

type PartProps = { part: Change; isFirst: boolean; isLast: boolean };

function Part({ part: { value, added, removed }, isFirst, isLast }: PartProps) {
  if (added) return <ins>{value}</ins>;
  if (removed) return <del>{value}</del>;
  if (value.length <= longPart) return <>{value}</>;
  return (
    <>
      {isFirst ? "" : value.slice(0, edge)}
      {" ... "}
      {isLast ? "" : value.slice(-edge)}
    </>
  );
}
