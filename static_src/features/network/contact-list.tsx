import { EmailText } from "../../domain/people/email-text";
import { Avatar } from "../../domain/people/faces";
import { Icon } from "../../ui/icon";
import type { Contact } from "./types";
import "./network.scss";

type Props = {
  contacts: readonly Contact[];
  /** Show e-mail and phone, if the viewer may see them. */
  reach?: boolean;
};

/** List of people with pictures and links to their pages. */
export function ContactList({ contacts, reach = false }: Props) {
  return (
    <ul className="contact-list">
      {contacts.map((contact) => (
        <li key={contact.id}>
          <Avatar person={contact} />
          <div className="subject-text">
            <a href={`/contacts/${contact.id}`} className="quiet-link contact-name">
              {contact.name}
            </a>
            {contact.status === "INVITED" && (
              <span className="invited-flag">
                <Icon name="invited" label="Invited" />
              </span>
            )}
            <div className="cell-sub">{contact.jobTitle || "no job title"}</div>
            {reach && contact.email && (
              <div className="cell-sub contact-reach">
                <a href={`mailto:${contact.email}`}>
                  <EmailText email={contact.email} />
                </a>
              </div>
            )}
            {reach && contact.phone && (
              <div className="cell-sub contact-reach">
                <a href={`tel:${contact.phone.replace(/\s/g, "")}`}>{contact.phone}</a>
              </div>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
