import { useLoaded } from "../../../lib/browser/use-loaded";
import { Skeleton } from "../../../ui/skeleton";

const load = () => import("../../../domain/events/event-list");

type Props = { label: string; relationshipId: number; limit?: number };

/** The events of a relationship; its code loads when it is shown. */
export function OrganisationJournal({ label, relationshipId, ...rest }: Props) {
  const loaded = useLoaded(load);
  if (!loaded) {
    return (
      <div className="px-3">
        <Skeleton lines={6} long />
      </div>
    );
  }
  return <loaded.Journal label={label} params={{ relationshipId }} {...rest} />;
}
