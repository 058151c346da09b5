import { type ReactNode, useState } from "react";
import { EmailText } from "../../../domain/people/email-text";
import { Avatar } from "../../../domain/people/faces";
import { useFocusBack } from "../../../lib/browser/use-focus-back";
import { useLoaded } from "../../../lib/browser/use-loaded";
import { emit } from "../../../lib/events";
import { Button, IconButton } from "../../../ui/button";
import { Card, Facts } from "../../../ui/card";
import type { UserDetails } from "../types";
import { ContactForm, organisationZone } from "./contact-form";
import "../network.scss";
import "./picture.scss";

const loadPicture = () => import("./picture-modal");

type Props = { user: UserDetails; onSaved: (user: UserDetails) => void };

/**
 * Contact details of a person, as far as the viewer may see them, and their form if the viewer may edit them
 * (specification, section 6).
 */
export function ContactDetails({ user, onSaved }: Props) {
  const [editing, setEditing] = useState(false);
  const pencil = useFocusBack(editing);
  const [note, setNote] = useState("");
  const [changingPicture, setChangingPicture] = useState(false);

  const picture = useLoaded(loadPicture, changingPicture);
  const stopEditing = () => setEditing(false);
  return (
    <>
      <Card
        title="Details"
        actions={
          user.mayEdit &&
          !editing && (
            <IconButton
              icon="edit"
              size="sm"
              label="Edit details"
              ref={pencil}
              onClick={() => setEditing(true)}
            />
          )
        }
      >
        <div className="contact-details">
          <div className="contact-picture">
            <Avatar person={user} size="xl" />
            {user.mayEdit && (
              <Button size="sm" icon="camera" onClick={() => setChangingPicture(true)}>
                Change image...
              </Button>
            )}
          </div>
          <div className="subject-text contact-text">
            {editing ? (
              <ContactForm
                user={user}
                onCancel={stopEditing}
                onSaved={(saved, text) => {
                  onSaved(saved);
                  setNote(text);
                  stopEditing();
                }}
              />
            ) : (
              <Reach user={user} />
            )}
            <div role="status">{!editing && note && <div className="alert alert-info mt-3">{note}</div>}</div>
          </div>
        </div>
      </Card>
      {user.mayEdit && picture && (
        <picture.PictureModal
          userId={user.id}
          show={changingPicture}
          onClose={() => setChangingPicture(false)}
          onSaved={(saved) => {
            onSaved(saved);
            emit("USER_PIC_CHANGED", { userId: saved.id, picUrl: saved.picUrl });
          }}
        />
      )}
    </>
  );
}

function Reach({ user }: { user: UserDetails }) {
  const hasContactData = user.isOwnOrganisation || user.email !== null;
  const facts: [string, ReactNode][] = [
    ["Name", user.name],
    ["Job title", user.jobTitle || "no job title"],
  ];
  if (hasContactData) {
    facts.push(
      [
        "E-mail address",
        user.email && (
          <a key="email" href={`mailto:${user.email}`}>
            <EmailText email={user.email} />
          </a>
        ),
      ],
      ["Phone", <Phone key="phone" number={user.phone} />],
      ["Mobile", <Phone key="mobile" number={user.mobile} />],
    );
    if (user.isOwnOrganisation) facts.push(["Time zone", user.timeZone ?? organisationZone(user)]);
    facts.push(["Role", user.role || "none"]);
  }
  return (
    <>
      <Facts items={facts} stacked />
      {!hasContactData && (
        <p className="text-secondary small-text mt-3">
          E-mail and phone are shown once {user.organisation.name} has added you to its network, or{" "}
          {user.name} has answered you.
        </p>
      )}
    </>
  );
}

function Phone({ number }: { number: string | null }) {
  if (!number) return <span className="text-secondary">none</span>;
  return <a href={`tel:${number.replace(/\s/g, "")}`}>{number}</a>;
}
