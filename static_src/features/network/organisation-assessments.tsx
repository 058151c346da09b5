import { useLoaded } from "../../lib/use-loaded";
import { Card } from "../../ui/card";
import { Skeleton } from "../../ui/skeleton";

const load = () => import("../../ui/relationship-assessments");

/** The Assessments tab; what draws it is fetched when the tab is opened. */
export function OrganisationAssessments(props: { relationshipId: number; supplierName: string }) {
  const loaded = useLoaded(load);
  if (!loaded) {
    return (
      <Card>
        <Skeleton lines={6} />
      </Card>
    );
  }
  return <loaded.RelationshipAssessments {...props} />;
}
