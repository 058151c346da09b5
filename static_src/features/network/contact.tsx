import { Journal } from "../../ui/event-list";
import { BackLink } from "../../ui/page-header";
import { type Tab, Tabs } from "../../ui/tabs";
import { ContactDetails } from "./contact-details";
import { ContactPanel } from "./contact-panel";
import type { UserDetails } from "./types";

/** Sign-ins are no news of a colleague (specification, section 2, user details). */
const journalIgnores = ["user.login"];

/** /contacts/{id}: one person (specification, section 2, Contacts and user details). */
export default function Contact({ user }: { user: UserDetails }) {
  const tabs: Tab[] = [{ key: "details", label: "Details", content: () => <ContactDetails user={user} /> }];
  if (user.isOwnOrganisation) {
    tabs.push({
      key: "journal",
      label: "Journal",
      content: () => (
        <section className="card">
          <Journal label="Journal" params={{ subjectUserId: user.id, ignoredTypes: journalIgnores }} />
        </section>
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
      </div>
      <div className="with-sidebar">
        <div>
          <Tabs label="About this person" tabs={tabs} />
        </div>
        <aside aria-label="Organisation and status">
          <ContactPanel user={user} />
        </aside>
      </div>
    </>
  );
}
