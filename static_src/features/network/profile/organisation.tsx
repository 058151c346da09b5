import { useState } from "react";
import { emit } from "../../../lib/events";
import { PageHeader } from "../../../ui/page-header";
import type { Organisation } from "../types";
import { AddressPanel } from "./address-panel";
import { ApprovalPanel } from "./approval-panel";
import { LogoPanel } from "./logo-panel";
import { ProfileForm } from "./profile-form";
import "./setup.scss";

/** Screen /setup/organisation: the viewer's organisation (specification, section 2, Organisation setup). */
export default function SetupOrganisation({ organisation: loaded }: { organisation: Organisation }) {
  const [organisation, setOrganisation] = useState(loaded);
  const applySaved = (saved: Organisation) => {
    setOrganisation(saved);
    emit("ORGANISATION_CHANGED", { id: saved.id, name: saved.name, logoUrl: saved.logoUrl });
  };
  return (
    <>
      <PageHeader
        title={`Setup: ${organisation.name}`}
        sub={<a href={`/organisations/${organisation.id}`}>View public profile</a>}
      />
      <div className="setup-columns">
        <div className="stack">
          <LogoPanel organisation={organisation} onSaved={applySaved} />
          <AddressPanel organisation={organisation} onSaved={applySaved} />
          <ApprovalPanel organisation={organisation} onSaved={applySaved} />
        </div>
        <ProfileForm organisation={organisation} onSaved={applySaved} />
      </div>
    </>
  );
}
