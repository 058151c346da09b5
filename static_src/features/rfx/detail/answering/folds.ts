import { useCallback, useMemo, useState } from "react";
import { fieldId } from "../../../../domain/questionnaire/field-ids";
import { useSaving } from "../../../../domain/saving/saving-indicator";
import { openTasksByField } from "../../tasks";
import type { OpenRfx } from "../open-rfx";
import { takesAnswers } from "./answering";

type Folds = {
  /** Keys of the fields to fold on phones. */
  folded: ReadonlySet<string>;
  unfold: (keys: readonly string[]) => void;
  /** Fold all answered questions, for when the user moves on to another section. */
  foldAgain: () => void;
};

const none: ReadonlySet<string> = new Set();

/**
 * Choose the answered fields that phones fold: not while typing, because that would move the page, but when the page
 * opens and when the user moves on. A field with the focus, a problem or an open follow-up task never folds.
 */
export function useFolds({ rfx, answering }: OpenRfx): Folds {
  const { conflicts, refused } = useSaving(answering.saving);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(settledKeys({ rfx, answering })));
  const unfold = useCallback((keys: readonly string[]) => setChosen((current) => without(current, keys)), []);
  const folded = useMemo(
    () => (takesAnswers(rfx) ? without(chosen, [...Object.keys(conflicts), ...Object.keys(refused)]) : none),
    [chosen, rfx, conflicts, refused],
  );
  const foldAgain = () => {
    const hasFocus = (key: string) => document.getElementById(fieldId(key))?.contains(document.activeElement);
    setChosen(new Set(settledKeys({ rfx, answering }).filter((key) => !hasFocus(key))));
  };
  return { folded, unfold, foldAgain };
}

function without(keys: ReadonlySet<string>, removed: readonly string[]): ReadonlySet<string> {
  if (!removed.some((key) => keys.has(key))) return keys;
  return new Set([...keys].filter((key) => !removed.includes(key)));
}

/** Also called by the first render, which must not depend on the focus: the server renders the same folds. */
function settledKeys({ rfx, answering }: Pick<OpenRfx, "rfx" | "answering">): string[] {
  const flagged = openTasksByField(rfx.tasks);
  const outdated = new Set(rfx.latestValuesFvc.outdatedSignatures);
  return answering.fields
    .map(({ key }) => key)
    .filter((key) => answering.store.isSettled(key) && !flagged.has(key) && !outdated.has(key));
}
