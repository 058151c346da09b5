import { useLoaded } from "../../../lib/browser/use-loaded";
import { Card } from "../../../ui/card";
import { Skeleton } from "../../../ui/skeleton";

const load = () => import("../../../domain/ncr/ncr-table");

type Props = { relationshipId: number; supplierName: string; mayBegin: boolean };

/** The Non-Conformances tab; its code loads when the tab is opened. */
export function OrganisationNcrs(props: Props) {
  const table = useLoaded(load);
  if (!table) {
    return (
      <Card>
        <Skeleton lines={6} long />
      </Card>
    );
  }
  // On a phone the space of the skeleton stays, so that a short list does not move the content below.
  return (
    <div className="skeleton-long">
      <table.RelationshipNcrs {...props} />
    </div>
  );
}
