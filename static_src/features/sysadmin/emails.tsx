import { request } from "../../api/client";
import { useSave } from "../../lib/state/use-save";
import { toasts } from "../../lib/toasts";
import { Button, ButtonLink } from "../../ui/button";
import { Card } from "../../ui/card";
import { FailureAlert } from "../../ui/failure-alert";
import { PageHeader } from "../../ui/page-header";
import type { EmailTemplate } from "./types";
import "./sysadmin.scss";

/** /sysadmin/emails: every mail template, rendered with sample data. */
export default function Emails({ templates }: { templates: readonly EmailTemplate[] }) {
  return (
    <>
      <PageHeader
        title="Email Templates"
        sub={`${templates.length} templates, shown with invented people and names`}
      />
      <nav className="template-index" aria-label="Templates">
        {templates.map(({ id }) => (
          <a key={id} href={`#${id}`}>
            {id}
          </a>
        ))}
      </nav>
      <div className="stack">
        {templates.map((template) => (
          <Template key={template.id} template={template} />
        ))}
      </div>
    </>
  );
}

function Template({ template: { id, meaning } }: { template: EmailTemplate }) {
  const {
    save: send,
    busy: sending,
    failure,
  } = useSave({
    send: (templateId: string, idempotencyKey) =>
      request("POST", "/api/sysadmin/emailSample/{template_id}/test", {
        path: { template_id: templateId },
        idempotencyKey,
      }),
    onSaved: ({ email, isKept }) => {
      if (isKept) toasts.info("No mail server is set: the test e-mail is kept in the outbox.");
      else toasts.success(`A test e-mail is on its way to ${email}.`);
    },
  });
  return (
    <div id={id} className="template-place">
      <Card
        title={id}
        actions={
          <>
            <Button size="sm" icon="send" onClick={() => send(id)} busy={sending} busyText="Sending...">
              Send a test
            </Button>
            <ButtonLink
              size="sm"
              icon="external"
              href={`/sysadmin/emails/view/${id}`}
              target="_blank"
              rel="noopener"
              aria-label={`Open ${id} in a new tab`}
            >
              Open
            </ButtonLink>
          </>
        }
      >
        <FailureAlert error={failure} />
        <p className="cell-sub">{meaning}</p>
        <iframe
          className="mail-frame"
          title={`Sample of ${id}`}
          src={`/sysadmin/emails/view/${id}`}
          loading="lazy"
          sandbox="allow-popups allow-popups-to-escape-sandbox"
        />
      </Card>
    </div>
  );
}
