import { useMemo, useSyncExternalStore } from "react";
import { formatCount } from "../../lib/text/numbers";
import { Icon } from "../../ui/icon";
import type { AnswerStore } from "./answer-store";
import { useDoc } from "./doc-context";
import { DocNodes } from "./doc-nodes";
import { partId } from "./field-ids";
import { type DocNode, isFieldNode, isHeading } from "./rules/types";
import { nodesIn } from "./rules/walk";
import "./doc-parts.scss";

type Props = {
  nodes: readonly DocNode[];
  formIndex: number;
  folded: ReadonlySet<string>;
  onUnfold: (keys: readonly string[]) => void;
};

/**
 * The sections of a document, each in an element of its own. On phones, consecutive answered questions and completely
 * answered sections fold to one line; wider screens show them open.
 */
export function DocParts({ nodes, formIndex, folded, onUnfold }: Props) {
  const { store, byFid } = useDoc();
  const parts = useMemo(() => {
    const keysIn = (node: DocNode) =>
      [...nodesIn(node)].filter(isFieldNode).flatMap((field) => {
        const key = byFid.get(String(field.attrs?.fid))?.key;
        return key === undefined ? [] : [key];
      });
    return sectionsIn(nodes).map(({ index, blocks }) => ({
      index,
      pieces: foldBlocks(blocks, { keysIn, folded, store }),
    }));
  }, [nodes, byFid, folded, store]);
  return parts.map(({ index, pieces }) => (
    <div key={index} id={partId(formIndex, index)} className="doc-part" tabIndex={-1}>
      {pieces.map((piece) =>
        "keys" in piece ? (
          <DocFold key={piece.keys[0]} fold={piece} onUnfold={onUnfold} />
        ) : (
          <DocNodes key={piece.id} nodes={piece.blocks} />
        ),
      )}
    </div>
  ));
}

/** Number the sections as `walk` does: from 1, and 0 for the blocks before the first heading. */
function sectionsIn(nodes: readonly DocNode[]): { index: number; blocks: DocNode[] }[] {
  const sections = [{ index: 0, blocks: [] as DocNode[] }];
  for (const node of nodes) {
    if (isHeading(node, 2)) sections.push({ index: sections.length, blocks: [] });
    sections.at(-1)?.blocks.push(node);
  }
  return sections.filter(({ blocks }) => blocks.length > 0);
}

type Fold = {
  blocks: readonly DocNode[];
  /** Keys of all fields in the blocks, also of hidden ones. */
  keys: readonly string[];
  /** Keys of the answered fields. */
  answered: readonly string[];
  /** Heading, if the blocks are a whole section. */
  heading: DocNode | null;
};
/** One block. Its id depends on its position only, so that it stays mounted when the blocks around it fold. */
type Open = { id: string; blocks: readonly DocNode[] };
type Folding = {
  keysIn: (node: DocNode) => string[];
  folded: ReadonlySet<string>;
  store: AnswerStore;
};

/** Split the blocks of one section into folds and the blocks between them. */
function foldBlocks(blocks: readonly DocNode[], { keysIn, folded, store }: Folding): (Fold | Open)[] {
  const kinds = blocks.map((block) => {
    const keys = keysIn(block);
    if (keys.some((key) => !folded.has(key) && store.isSettled(key) !== null)) return "open";
    return keys.some((key) => folded.has(key)) ? "fold" : "text";
  });
  const [first] = blocks;
  if (first && isHeading(first, 2) && kinds.includes("fold") && !kinds.includes("open")) {
    return [foldOf(blocks, first, keysIn, folded)];
  }
  const pieces: (Fold | Open)[] = [];
  for (let at = 0; at < blocks.length; at += 1) {
    if (kinds[at] !== "fold") {
      pieces.push({ id: `block-${at}`, blocks: blocks.slice(at, at + 1) });
      continue;
    }
    // Text between two answered questions belongs to the fold; text before an open question stays visible.
    let end = at;
    for (let next = at; next < blocks.length && kinds[next] !== "open"; next += 1) {
      if (kinds[next] === "fold") end = next;
    }
    pieces.push(foldOf(blocks.slice(at, end + 1), null, keysIn, folded));
    at = end;
  }
  return pieces;
}

function foldOf(
  blocks: readonly DocNode[],
  heading: DocNode | null,
  keysIn: Folding["keysIn"],
  folded: ReadonlySet<string>,
): Fold {
  const keys = blocks.flatMap(keysIn);
  return { blocks, keys, answered: keys.filter((key) => folded.has(key)), heading };
}

/** One line in place of answered questions. It opens when one of them needs an answer or a correction. */
function DocFold({ fold, onUnfold }: { fold: Fold; onUnfold: Props["onUnfold"] }) {
  const { store, byFid } = useDoc();
  const { blocks, keys, answered, heading } = fold;
  const isSettled = () => keys.every((key) => store.isSettled(key) !== false);
  const isFolded = useSyncExternalStore(store.subscribeSummary, isSettled, isSettled);
  const count = `${formatCount(answered.length, "question")} answered`;
  const [single] = answered.length === 1 ? answered : [];
  const label = [...byFid.values()].find(({ key }) => key === single)?.field.label;
  return (
    <>
      {isFolded && (
        <button type="button" className="doc-fold" aria-expanded={false} onClick={() => onUnfold(keys)}>
          <span className="doc-fold-mark">
            <Icon name="check" />
          </span>
          <span className="doc-fold-text">
            {heading ? <DocNodes nodes={heading.content} /> : (label ?? count)}
          </span>
          {(heading || label) && <span className="visually-hidden">, {count}</span>}
          <Icon name="down" />
        </button>
      )}
      <div className={isFolded ? "doc-folded" : undefined}>
        <DocNodes nodes={blocks} />
      </div>
    </>
  );
}
