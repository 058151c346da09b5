import { useLoaded } from "../../../lib/browser/use-loaded";
import { Card } from "../../../ui/card";
import { Skeleton } from "../../../ui/skeleton";

const load = () => import("../../../domain/ncr/ncr-table");

type Props = { relationshipId: number; supplierName: string; mayBegin: boolean };

/** The Non-Conformances tab; what draws it is fetched when the tab is opened. */
export function OrganisationNcrs(props: Props) {
  const table = useLoaded(load);
  if (!table) {
    return (
      <Card>
        <Skeleton lines={6} long />
      </Card>
    );
  }
  // On a phone the room of the skeleton stays, so that what stands below does not move for a short list.
  return (
    <div className="skeleton-long">
      <table.RelationshipNcrs {...props} />
    </div>
  );
}
