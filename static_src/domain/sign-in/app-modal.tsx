import { request } from "../../api/client";
import type { ApiResponse } from "../../api/types";
import { useFormFields } from "../../lib/state/use-form-fields";
import { useSave } from "../../lib/state/use-save";
import { FormModal } from "../../ui/form-modal";
import { CodeField } from "./code-field";
import "./sign-in.scss";

type Props = {
  app: ApiResponse<"NewApp">;
  onClose: () => void;
  /** Called with new recovery codes, if the user had none. */
  onAdded: (recoveryCodes: string[]) => void;
};

const check = ({ code }: { code: string }) => ({ code: code.trim() ? undefined : "The code is required." });

/** Dialog that adds an authenticator app: scan, then enter its first code. */
export function AppModal({ app, onClose, onAdded }: Props) {
  const form = useFormFields({ code: "" }, check);
  const {
    save,
    busy: saving,
    failure,
  } = useSave({
    send: () =>
      request("POST", "/api/user/totp/confirm", {
        body: { code: form.values.code },
        toast: (error) => form.refuse(error),
      }),
    onSaved: ({ recoveryCodes }) => onAdded(recoveryCodes),
  });
  return (
    <FormModal
      title="Add an authenticator app"
      draftState={null}
      onClose={onClose}
      busy={saving}
      failure={failure}
      onSubmit={() => form.touchAll() && save()}
      submitLabel="Add app"
      busyText="Checking..."
    >
      <p>Scan this with an authenticator app on your phone, then enter the code that the app shows.</p>
      <div className="app-setup">
        <QrCode code={app.qrCode} />
        <div>
          <p className="text-secondary">Can't scan it? Enter this key in the app:</p>
          <code className="app-secret">{app.secret.match(/.{1,4}/g)?.join(" ")}</code>
        </div>
      </div>
      <CodeField
        value={form.values.code}
        onChange={(code) => form.set("code", code)}
        error={form.shown("code")}
        disabled={saving}
        hasApp
        hasRecoveryCode={false}
      />
    </FormModal>
  );
}

function QrCode({ code: { size, path } }: { code: ApiResponse<"QrCode"> }) {
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code for the app">
      <path className="qr-paper" d={`M0 0h${size}v${size}h-${size}z`} />
      <path className="qr-modules" d={path} />
    </svg>
  );
}
