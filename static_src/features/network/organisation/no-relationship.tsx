import { EmptyState } from "../../../ui/empty-state";

/** Text in place of content that requires a relationship. */
export function NoRelationship({ what }: { what: string }) {
  return (
    <div className="card">
      <EmptyState
        icon="network"
        title="You have no relationship with this organisation."
        text={`Add it to your Network (even just as 'Evaluation') to have ${what} here.`}
      />
    </div>
  );
}
