import type { ListPage } from "../../api/client";
import { EmailText } from "../../domain/people/email-text";
import type { Column } from "../../ui/data-table";
import { Time } from "../../ui/time";
import { AdminList, StatusBadge, useAdminList } from "./admin-list";
import { mailStatuses } from "./mail-status";
import type { MailRow } from "./types";
import "./sysadmin.scss";

const columns: readonly Column<MailRow>[] = [
  {
    key: "subject",
    title: "Subject",
    sort: "subject",
    primary: true,
    render: ({ subject, template }) => (
      <>
        <span className="cell-title">{subject}</span>
        <span className="cell-sub d-block">{template}</span>
      </>
    ),
  },
  {
    key: "to",
    title: "To",
    sort: "to",
    render: ({ toName, toEmail }) => (
      <span className="mail-to">
        {toName}
        <span className="cell-sub d-block">
          <EmailText email={toEmail} />
        </span>
      </span>
    ),
  },
  {
    key: "written",
    title: "Written",
    sort: "written",
    render: ({ created }) => <Time value={created} as="dateTime" />,
  },
  {
    key: "status",
    title: "Status",
    sort: "status",
    render: ({ status }) => <StatusBadge look={mailStatuses[status]} />,
  },
];

/** Screen /sysadmin/outbox: all mails of the product, newest first. */
export default function Outbox({ list: first }: { list: ListPage<MailRow> }) {
  return (
    <AdminList
      state={useAdminList("/api/sysadmin/outbox", first, { sort: "-written" })}
      title="Outbox"
      noun={["mail", "mails"]}
      searchLabel="Search"
      searchHint="Subject, name or address"
      statuses={mailStatuses}
      columns={columns}
      rowHref={({ id }) => `/sysadmin/outbox/${id}`}
      icon="mail"
      emptyText="Every mail that the product writes appears here."
    />
  );
}
