import { useState } from "react";
import { OrgLogo } from "../../../domain/people/faces";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import type { Organisation } from "../types";
import { LogoModal } from "./logo-modal";
import "./setup.scss";

type Props = { organisation: Organisation; onSaved: (organisation: Organisation) => void };

/** The current logo, with a button to change it. */
export function LogoPanel({ organisation, onSaved }: Props) {
  const [changing, setChanging] = useState(false);
  return (
    <Card title="Logo">
      <div className="logo-panel">
        <OrgLogo organisation={organisation} size="xl" labelled />
        <Button icon="image" onClick={() => setChanging(true)}>
          Change image
        </Button>
      </div>
      <LogoModal
        organisation={organisation}
        show={changing}
        onClose={() => setChanging(false)}
        onSaved={onSaved}
      />
    </Card>
  );
}
