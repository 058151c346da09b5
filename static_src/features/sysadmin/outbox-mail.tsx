import { useState } from "react";
import { request } from "../../api/client";
import { useSave } from "../../lib/state/use-save";
import { Button } from "../../ui/button";
import { Card, Facts } from "../../ui/card";
import { FailureAlert } from "../../ui/failure-alert";
import { BackLink, PageHeader } from "../../ui/page-header";
import { Tabs } from "../../ui/tabs";
import { Time } from "../../ui/time";
import { StatusBadge } from "./admin-list";
import { mailStatuses } from "./mail-status";
import type { Mail } from "./types";
import "./sysadmin.scss";

/** /sysadmin/outbox/{id}: one mail, as its recipient sees it. */
export default function OutboxMail({ mail: first }: { mail: Mail }) {
  const [mail, setMail] = useState(first);
  const {
    save: retry,
    busy,
    failure,
  } = useSave({
    send: () => request("POST", "/api/sysadmin/outbox/{mail_id}/retry", { path: { mail_id: mail.id } }),
    success: "The mail is queued again.",
    onSaved: setMail,
  });
  return (
    <>
      <PageHeader
        above={<BackLink href="/sysadmin/outbox">Outbox</BackLink>}
        title={mail.subject}
        badges={<StatusBadge look={mailStatuses[mail.status]} />}
        sub={mailStatuses[mail.status].meaning}
        actions={
          mail.status === "FAILED" && (
            <Button
              icon="refresh"
              variant="primary"
              onClick={() => retry()}
              busy={busy}
              busyText="Queueing..."
            >
              Try again
            </Button>
          )
        }
      />
      <FailureAlert error={failure} />
      <div className="with-sidebar">
        <Card>
          <Tabs
            label="Parts of the mail"
            tabs={[
              { key: "html", label: "HTML", content: () => <MailFrame mail={mail} /> },
              { key: "text", label: "Text", content: () => <pre className="mail-text">{mail.text}</pre> },
            ]}
          />
        </Card>
        <Card title="Details">
          <Facts
            stacked
            items={[
              ["From", mail.fromName ?? "the product"],
              ["To", `${mail.toName} <${mail.toEmail}>`],
              ["Template", mail.template],
              ["Written", <Time key="written" value={mail.created} as="dateTime" />],
              ["Sent", <Time key="sent" value={mail.sent} as="dateTime" none="not yet" />],
              ["Attempts", mail.attempts],
              ["Last error", mail.lastError ?? "none"],
              [
                "Message-ID",
                <span key="id" className="mail-id">
                  {mail.messageId}
                </span>,
              ],
            ]}
          />
        </Card>
      </div>
    </>
  );
}

/** The HTML part in a frame without scripts; its links open in a new tab. */
function MailFrame({ mail }: { mail: Mail }) {
  return (
    <iframe
      className="mail-frame"
      title={`HTML part of: ${mail.subject}`}
      src={`/sysadmin/outbox/${mail.id}/html`}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
    />
  );
}
