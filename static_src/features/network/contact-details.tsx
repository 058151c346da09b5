import type { ReactNode } from "react";
import { Card, Facts } from "../../ui/card";
import { Avatar } from "../../ui/faces";
import type { UserDetails } from "./types";

/** How to reach a person, as far as the viewer may know. */
export function ContactDetails({ user }: { user: UserDetails }) {
  const told = user.isOwnOrganisation || user.email !== null;
  const facts: [string, ReactNode][] = [
    ["Name", user.name],
    ["Job title", user.jobTitle || "no job title"],
  ];
  if (told) {
    facts.push(
      ["E-mail address", user.email && <a href={`mailto:${user.email}`}>{user.email}</a>],
      ["Phone", <Phone key="phone" number={user.phone} />],
      ["Mobile", <Phone key="mobile" number={user.mobile} />],
      ["Role", user.role || "none"],
    );
  }
  return (
    <Card>
      <div className="contact-details">
        <Avatar person={user} size="xl" />
        <div className="subject-text">
          <Facts items={facts} stacked />
          {!told && (
            <p className="text-secondary small-text mt-3">
              E-mail and phone are shown once there is a relationship above None with {user.organisation.name}
              .
            </p>
          )}
        </div>
      </div>
    </Card>
  );
}

function Phone({ number }: { number: string | null }) {
  if (!number) return <span className="text-secondary">none</span>;
  return <a href={`tel:${number.replace(/\s/g, "")}`}>{number}</a>;
}
