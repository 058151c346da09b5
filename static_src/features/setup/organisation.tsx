import { useState } from "react";
import { PageHeader } from "../../ui/page-header";
import { AddressPanel } from "./address-panel";
import { LogoPanel } from "./logo-panel";
import { ProfileForm } from "./profile-form";
import type { Organisation } from "./types";

/** /setup/organisation: the own organisation (specification, section 2, Organisation setup). */
export default function SetupOrganisation({ organisation: loaded }: { organisation: Organisation }) {
  const [organisation, setOrganisation] = useState(loaded);
  return (
    <>
      <PageHeader
        title={`Setup: ${organisation.name}`}
        sub={<a href={`/organisations/${organisation.id}`}>As others see it</a>}
      />
      <div className="setup-columns">
        <div className="stack">
          <LogoPanel organisation={organisation} onSaved={setOrganisation} />
          <AddressPanel organisation={organisation} onSaved={setOrganisation} />
        </div>
        <ProfileForm organisation={organisation} onSaved={setOrganisation} />
      </div>
    </>
  );
}
