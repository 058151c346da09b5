import { request } from "../../../api/client";
import { LevelBadge } from "../../../domain/level";
import { OrgLogo } from "../../../domain/people/faces";
import { AddressDisplay } from "../../../domain/places/address";
import { useQuery } from "../../../lib/state/queries";
import { TestBadge } from "../../../ui/badge";
import { ButtonLink, IconButton } from "../../../ui/button";
import { LoadFailedLine } from "../../../ui/load-failed-line";
import { RichText } from "../../../ui/rich-text";
import { Skeleton } from "../../../ui/skeleton";
import { TagList } from "../../../ui/tag-list";
import { ContactList } from "../contact-list";
import { BriefDescription } from "../organisation-profile";
import type { Organisation, OrganisationRow } from "../types";
import "../network.scss";

/** Maximum number of people in the card; the organisation's page shows all. */
const maxContacts = 6;

type Props = { row: OrganisationRow; onClose: () => void };

/** Card of an organisation inside the list: the data of its row at once, the rest after loading. */
export function OrganisationCard({ row, onClose }: Props) {
  const { data, isError, refetch } = useQuery({
    queryKey: ["organisation", row.id],
    queryFn: ({ signal }) =>
      request("GET", "/api/organisation/{organisation_id}", { path: { organisation_id: row.id }, signal }),
  });
  return (
    <section className="card organisation-card" aria-label={row.name}>
      <div className="organisation-card-head">
        <OrgLogo organisation={row} />
        <h2>{row.name}</h2>
        {row.isTestOrganisation && <TestBadge />}
        {row.relationship && <LevelBadge level={row.relationship.level} />}
        <TagList tags={row.tags} />
        <IconButton
          icon="close"
          size="sm"
          label={`Close ${row.name}`}
          className="organisation-card-close"
          onClick={onClose}
        />
      </div>
      <div className="organisation-card-body">
        <div>
          <BriefDescription text={row.briefDescription} />
          {data?.descriptionHtml && <RichText html={data.descriptionHtml} className="sub mt-2" />}
          {!data && !isError && <Skeleton lines={2} />}
        </div>
        <div>
          <h3>Address</h3>
          <AddressDisplay address={row.address} />
        </div>
        <div>
          <h3>Contacts</h3>
          {data && <CardContacts organisation={data} />}
          {!data && !isError && <Skeleton lines={2} />}
          {isError && <LoadFailedLine title="This could not be loaded." refetch={refetch} />}
          <ButtonLink variant="link" href={`/organisations/${row.id}`} className="mt-2">
            Full page
            <span className="visually-hidden"> of {row.name}</span>
            <span aria-hidden="true">→</span>
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}

function CardContacts({ organisation: { users } }: { organisation: Organisation }) {
  if (users.length === 0) return <p className="text-secondary">There are no users yet.</p>;
  const more = users.length - maxContacts;
  return (
    <>
      <ContactList contacts={users.slice(0, maxContacts)} />
      {more > 0 && <p className="cell-sub mt-2">and {more} more</p>}
    </>
  );
}
