import { useLoaded } from "../../../lib/browser/use-loaded";
import { Card } from "../../../ui/card";
import { Skeleton } from "../../../ui/skeleton";

const load = () => import("../../../domain/rfx/rfx-table");

/** The RFX Responses tab; its code loads when the tab is opened. */
export function OrganisationRfxs({ relationshipId }: { relationshipId: number }) {
  const table = useLoaded(load);
  if (!table) {
    return (
      <Card>
        <Skeleton lines={6} long />
      </Card>
    );
  }
  return <table.RelationshipRfxs relationshipId={relationshipId} />;
}
