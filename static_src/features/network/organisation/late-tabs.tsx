import type { ReactNode } from "react";
import { useLoaded } from "../../../lib/browser/use-loaded";
import { Card } from "../../../ui/card";
import { Skeleton } from "../../../ui/skeleton";
import type { Organisation } from "../types";

const loadAssessments = () => import("../../../domain/assessments/relationship-assessments");
const loadNcrs = () => import("../../../domain/ncr/ncr-table");
const loadProfile = () => import("../organisation-profile");
const loadRfxs = () => import("../../../domain/rfx/rfx-table");

type Props = { relationshipId: number; supplierName: string; mayBegin: boolean };

/** Show a skeleton until the code of a tab is loaded, which happens when the tab is opened. */
function LateTab<M extends object>({
  load,
  children,
}: {
  load: () => Promise<M>;
  children: (module: M) => ReactNode;
}) {
  const loaded = useLoaded(load);
  if (loaded) return children(loaded);
  return (
    <Card>
      <Skeleton lines={6} long />
    </Card>
  );
}

/** The Assessments tab. */
export const OrganisationAssessments = (props: Props) => (
  <LateTab load={loadAssessments}>{(loaded) => <loaded.RelationshipAssessments {...props} />}</LateTab>
);

/** The RFX Responses tab. */
export const OrganisationRfxs = ({ relationshipId }: Pick<Props, "relationshipId">) => (
  <LateTab load={loadRfxs}>{(loaded) => <loaded.RelationshipRfxs relationshipId={relationshipId} />}</LateTab>
);

/** The Non-Conformances tab. On a phone the space of the skeleton stays, so that a short list moves nothing below it. */
export const OrganisationNcrs = (props: Props) => (
  <LateTab load={loadNcrs}>
    {(loaded) => (
      <div className="skeleton-long">
        <loaded.RelationshipNcrs {...props} />
      </div>
    )}
  </LateTab>
);

/** The Profile tab. */
export const OrganisationProfile = ({ organisation }: { organisation: Organisation }) => (
  <LateTab load={loadProfile}>
    {(loaded) => <loaded.OrganisationProfile organisation={organisation} />}
  </LateTab>
);
