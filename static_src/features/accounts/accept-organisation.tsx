import { useState } from "react";
import { Button } from "../../ui/button";
import { Field } from "../../ui/field";
import { Checkbox, TextInput } from "../../ui/inputs";
import { Modal } from "../../ui/modal";
import type { AcceptForm } from "./accept-form";
import { Terms } from "./terms";
import "./accounts.scss";

type Props = {
  form: AcceptForm;
  /** True if the organisation is confirmed, so that its name cannot change. */
  locked: boolean;
  saving: boolean;
  onBack: () => void;
};

/** Step 2 of accepting an invitation: the organisation's name and the terms. */
export function AcceptOrganisation({ form, locked, saving, onBack }: Props) {
  const { organisationName, terms } = form.values;
  const [reading, setReading] = useState(false);
  return (
    <>
      <Field
        label="Organisation name"
        required
        error={form.shown("organisationName")}
        hint={locked && "Your organisation is known here already, so its name stays as it is."}
      >
        <TextInput
          name="organisation"
          autoComplete="organization"
          maxLength={200}
          readOnly={locked}
          {...form.text("organisationName")}
        />
      </Field>
      <Checkbox
        label="I have read and accept the terms and the privacy notice."
        checked={terms}
        onChange={(event) => form.set("terms", event.target.checked)}
      />
      <Button variant="link" onClick={() => setReading(true)}>
        Terms and privacy...
      </Button>
      <div className="sign-in-actions">
        <Button onClick={onBack} disabled={saving}>
          Back
        </Button>
        <Button
          type="submit"
          variant="primary"
          disabled={!organisationName.trim() || !terms}
          busy={saving}
          busyText="Saving..."
        >
          Done
        </Button>
      </div>
      <Modal
        show={reading}
        title="Terms and privacy"
        size="lg"
        onClose={() => setReading(false)}
        footer={
          <Button variant="primary" onClick={() => setReading(false)}>
            Close
          </Button>
        }
      >
        <Terms />
      </Modal>
    </>
  );
}
