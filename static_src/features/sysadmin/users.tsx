import type { ListPage } from "../../api/client";
import { EmailText } from "../../domain/people/email-text";
import { Badge, TestBadge } from "../../ui/badge";
import { Button } from "../../ui/button";
import type { Column } from "../../ui/data-table";
import { Time } from "../../ui/time";
import { AdminList, StatusBadge, type StatusLook, useAdminList } from "./admin-list";
import type { Account, AccountStatus } from "./types";

const looks: Readonly<Record<AccountStatus, StatusLook>> = {
  ACTIVE: { label: "Active", tone: "ok", icon: "completed" },
  INVITED: { label: "Invited", tone: "wait", icon: "invited" },
  SUSPENDED: { label: "Suspended", tone: "bad", icon: "suspended" },
};

const columns: readonly Column<Account>[] = [
  {
    key: "name",
    title: "User",
    sort: "name",
    primary: true,
    render: ({ name, email, isAdmin }) => (
      <div>
        <span className="cell-title">{name}</span> {isAdmin && <Badge tone="info">Admin</Badge>}
        <span className="cell-sub d-block">
          <EmailText email={email} />
        </span>
      </div>
    ),
  },
  {
    key: "organisation",
    title: "Organisation",
    sort: "organisation",
    render: ({ organisation }) => (
      <>
        {organisation.name} {organisation.isTestOrganisation && <TestBadge />}
      </>
    ),
  },
  {
    key: "status",
    title: "Status",
    sort: "status",
    render: ({ status }) => <StatusBadge look={looks[status]} />,
  },
  { key: "since", title: "Since", sort: "since", render: ({ created }) => <Time value={created} /> },
  { key: "seen", title: "Last seen", render: ({ lastSeen }) => <Time value={lastSeen} none="never" /> },
];

/** Screen /sysadmin/users: all accounts; sysadmins have no access to the actions of the users. */
export default function Accounts({ list: first }: { list: ListPage<Account> }) {
  const state = useAdminList("/api/sysadmin/user", first, { sort: "name", ofOrganisation: true });
  const { filters, setFilters } = state;
  return (
    <AdminList
      state={state}
      title="Users"
      noun={["user", "users"]}
      searchLabel="Name, e-mail or organisation"
      statuses={looks}
      columns={columns}
      icon="user"
      filters={
        filters.organisationId && (
          <Button size="sm" onClick={() => setFilters({ organisationId: "" })}>
            Show all organisations
          </Button>
        )
      }
    />
  );
}
