import { type UndoableMerge, useUndoMerge } from "../../../domain/merging/use-undo-merge";
import { Button } from "../../../ui/button";
import { Icon } from "../../../ui/icon";
import { Time } from "../../../ui/time";

export type RecentMerge = UndoableMerge & { created: string; mayUndo: boolean };

/** The merges into this supplier that can still be undone. */
export function MergedNotice({ merges, onUndone }: { merges: readonly RecentMerge[]; onUndone: () => void }) {
  const { save: undo, current } = useUndoMerge(onUndone);
  return merges.map((merge) => (
    <div key={merge.id} className="alert alert-info notice">
      <Icon name="info" />
      <p>
        Merged with <bdi>{merge.goneName}</bdi> on <Time value={merge.created} />.{" "}
        {merge.mayUndo && (
          <Button
            variant="link"
            onClick={() => undo(merge)}
            busy={current?.id === merge.id}
            busyText="Undoing..."
          >
            Undo
          </Button>
        )}
      </p>
    </div>
  ));
}
