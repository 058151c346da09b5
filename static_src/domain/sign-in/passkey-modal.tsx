import { useState } from "react";
import { request } from "../../api/client";
import { ApiError } from "../../api/errors";
import { useFormFields } from "../../lib/state/use-form-fields";
import { useSave } from "../../lib/state/use-save";
import { Field } from "../../ui/field";
import { FormModal } from "../../ui/form-modal";
import { TextInput } from "../../ui/inputs";
import { loadPasskeys } from "./load-passkeys";

type Props = {
  onClose: () => void;
  /** Called with new recovery codes, if the user had none. */
  onAdded: (recoveryCodes: string[]) => void;
};

const check = ({ name }: { name: string }) => ({ name: name.trim() ? undefined : "A name is required." });

/** Dialog that adds a passkey: a name, then the browser's own dialog. */
export function PasskeyModal({ onClose, onAdded }: Props) {
  const form = useFormFields({ name: "" }, check);
  const [fault, setFault] = useState("");
  const {
    save,
    busy: saving,
    failure,
  } = useSave({
    send: async () => {
      setFault("");
      const { ticket, options } = await request("POST", "/api/user/passkey/options");
      const { createPasskey } = await loadPasskeys();
      const credential = await createPasskey(options);
      return request("POST", "/api/user/passkey", {
        body: { ticket, name: form.values.name.trim(), credential },
        toast: (error) => form.refuse(error),
      });
    },
    onSaved: ({ recoveryCodes }) => onAdded(recoveryCodes),
    onError: async (error) => {
      if (!(error instanceof ApiError)) setFault((await loadPasskeys()).passkeyFault(error));
    },
  });
  return (
    <FormModal
      title="Add a passkey"
      draftState={null}
      onClose={onClose}
      busy={saving}
      failure={failure || fault}
      onSubmit={() => form.touchAll() && save()}
      submitLabel="Continue"
      busyText="Waiting for your device..."
    >
      <p>
        A passkey is stored on this device, in your password manager or on a security key. You sign in with
        your fingerprint, face or PIN, without a password.
      </p>
      <Field
        label="Name"
        required
        hint="So that you recognise it, such as Work laptop."
        error={form.shown("name")}
      >
        <TextInput
          name="passkeyName"
          autoComplete="off"
          maxLength={60}
          disabled={saving}
          {...form.text("name")}
        />
      </Field>
    </FormModal>
  );
}
