import { useState } from "react";
import { Journal } from "../../../domain/events/event-list";
import { usePageContext } from "../../../lib/browser/page-context";
import { useLoaded } from "../../../lib/browser/use-loaded";
import { FailureAlert } from "../../../ui/failure-alert";
import { Icon } from "../../../ui/icon";
import { Menu } from "../../../ui/menu";
import { BackLink } from "../../../ui/page-header";
import { type Tab, Tabs } from "../../../ui/tabs";
import { OwnAccount } from "../own-account/own-account";
import type { UserDetails } from "../types";
import { ContactDetails } from "./contact-details";
import type { ContactAction } from "./contact-modals";
import { ContactPanel } from "./contact-panel";
import { useContact } from "./use-contact";

const loadModals = () => import("./contact-modals");

/** Screen /contacts/{id}: one person (specification, section 2, Contacts and user details). */
export default function Contact({ user: loaded }: { user: UserDetails }) {
  const { user, onSaved, refresh, setSuspended, working, failure } = useContact(loaded);
  const { user: viewer } = usePageContext();
  const isSuspended = user.status === "SUSPENDED";
  const [action, setAction] = useState<ContactAction | null>(null);
  const [isWanted, setWanted] = useState(false);
  const modals = useLoaded(loadModals, isWanted);
  const confirm = (next: ContactAction) => {
    setWanted(true);
    setAction(next);
  };
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
        {(user.maySuspend || user.mayErase) && (
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
                user.maySuspend && {
                  label: isSuspended ? "Reactivate" : "Suspend",
                  icon: isSuspended ? "restore" : "suspended",
                  danger: !isSuspended,
                  onSelect: () => (isSuspended ? setSuspended(false) : confirm("suspend")),
                },
                user.mayResetFactor && {
                  label: "Reset sign-in...",
                  icon: "password",
                  onSelect: () => confirm("reset"),
                },
                user.mayErase && {
                  label: "Erase personal data...",
                  icon: "delete",
                  danger: true,
                  onSelect: () => confirm("erase"),
                },
              ]}
            />
          </div>
        )}
      </div>
      {modals && (
        <modals.default
          user={user}
          action={action}
          onSuspend={() => setSuspended(true)}
          onErased={onSaved}
          onClose={() => setAction(null)}
        />
      )}
      <FailureAlert error={failure} />
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
