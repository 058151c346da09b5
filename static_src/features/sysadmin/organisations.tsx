import type { ListPage } from "../../api/client";
import { TestBadge } from "../../ui/badge";
import type { Column } from "../../ui/data-table";
import { Time } from "../../ui/time";
import { AdminList, StatusBadge, type StatusLook, useAdminList } from "./admin-list";
import type { Tenant } from "./types";

const looks: Readonly<Record<Tenant["status"], StatusLook>> = {
  CONFIRMED: { label: "Confirmed", tone: "ok", icon: "completed" },
  INVITED: { label: "Invited", tone: "wait", icon: "invited" },
};

const columns: readonly Column<Tenant>[] = [
  {
    key: "name",
    title: "Organisation",
    sort: "name",
    primary: true,
    render: ({ name, isTestOrganisation }) => (
      <>
        <span className="cell-title">{name}</span> {isTestOrganisation && <TestBadge />}
      </>
    ),
  },
  {
    key: "status",
    title: "Status",
    sort: "status",
    render: ({ status }) => <StatusBadge look={looks[status]} />,
  },
  {
    key: "active",
    title: "Active users",
    numeric: true,
    render: ({ id, name, activeUsers }) => (
      <a
        href={`/sysadmin/users?status=ACTIVE&organisationId=${id}`}
        aria-label={`${activeUsers} active users of ${name}`}
      >
        {activeUsers}
      </a>
    ),
  },
  { key: "invited", title: "Invited", numeric: true, render: ({ invitedUsers }) => invitedUsers },
  { key: "suspended", title: "Suspended", numeric: true, render: ({ suspendedUsers }) => suspendedUsers },
  { key: "since", title: "Since", sort: "since", render: ({ created }) => <Time value={created} /> },
];

/** Screen /sysadmin/organisations: metrics of the organisations; sysadmins have no access to their content. */
export default function Tenants({ list: first }: { list: ListPage<Tenant> }) {
  return (
    <AdminList
      state={useAdminList("/api/sysadmin/organisation", first, { sort: "name" })}
      title="Organisations"
      noun={["organisation", "organisations"]}
      searchLabel="Name"
      statuses={looks}
      columns={columns}
      icon="organisation"
    />
  );
}
