import { useLoaded } from "../../../lib/browser/use-loaded";
import { Card } from "../../../ui/card";
import { Skeleton } from "../../../ui/skeleton";

const load = () => import("../../../domain/assessments/relationship-assessments");

type Props = { relationshipId: number; supplierName: string; mayBegin: boolean };

/** The Assessments tab; its code loads when the tab is opened. */
export function OrganisationAssessments(props: Props) {
  const loaded = useLoaded(load);
  if (!loaded) {
    return (
      <Card>
        <Skeleton lines={6} long />
      </Card>
    );
  }
  return <loaded.RelationshipAssessments {...props} />;
}
