import { useState } from "react";
import { Journal } from "../../../domain/events/event-list";
import { usePageContext } from "../../../lib/browser/page-context";
import { ConfirmModal } from "../../../ui/confirm-modal";
import { Icon } from "../../../ui/icon";
import { Menu } from "../../../ui/menu";
import { BackLink } from "../../../ui/page-header";
import { type Tab, Tabs } from "../../../ui/tabs";
import { OwnAccount } from "../own-account/own-account";
import type { UserDetails } from "../types";
import { ContactDetails } from "./contact-details";
import { ContactPanel } from "./contact-panel";
import { useContact } from "./use-contact";

/** Screen /contacts/{id}: one person (specification, section 2, Contacts and user details). */
export default function Contact({ user: loaded }: { user: UserDetails }) {
  const { user, onSaved, refresh, setSuspended, working, failure } = useContact(loaded);
  const { user: viewer } = usePageContext();
  const isSuspended = user.status === "SUSPENDED";
  const [isConfirming, setIsConfirming] = useState(false);
  const tabs: Tab[] = [
    {
      key: "details",
      label: "Details",
      keep: true,
      content: () => (
        <>
          <ContactDetails user={user} onSaved={onSaved} />
          {viewer?.id === user.id && <OwnAccount />}
        </>
      ),
    },
  ];
  if (user.isOwnOrganisation) {
    tabs.push({
      key: "journal",
      label: "Journal",
      content: () => (
        <div className="card">
          <Journal label="Journal" params={{ subjectUserId: user.id }} />
        </div>
      ),
    });
  }
  return (
    <>
      <div className="page-header">
        <div className="page-header-text">
          <BackLink href="/contacts">Back</BackLink>
          <h1>{user.name}</h1>
          <div className="sub">{user.jobTitle || "no job title"}</div>
        </div>
        {user.maySuspend && (
          <div className="page-actions">
            <Menu
              trigger={
                <>
                  Actions
                  {working ? <span className="spinner-border" aria-hidden="true" /> : <Icon name="down" />}
                </>
              }
              align="end"
              busy={working}
              items={[
                {
                  label: isSuspended ? "Reactivate" : "Suspend",
                  icon: isSuspended ? "restore" : "suspended",
                  danger: !isSuspended,
                  onSelect: () => (isSuspended ? setSuspended(false) : setIsConfirming(true)),
                },
              ]}
            />
          </div>
        )}
      </div>
      <ConfirmModal
        show={isConfirming}
        title={`Suspend ${user.name}?`}
        confirmLabel="Suspend"
        busyLabel="Suspending..."
        danger
        onConfirm={async () => {
          await setSuspended(true);
          setIsConfirming(false);
        }}
        onClose={() => setIsConfirming(false)}
      >
        {user.name} is signed out at once, and can't sign in or get e-mails until reactivated. Nothing is
        deleted.
      </ConfirmModal>
      <div role="alert">{failure && <div className="alert alert-danger">{failure}</div>}</div>
      <div className="with-sidebar">
        <div>
          <Tabs label="About this person" tabs={tabs} />
        </div>
        <aside aria-label="Organisation and status">
          <ContactPanel user={user} onRefused={refresh} />
        </aside>
      </div>
    </>
  );
}
