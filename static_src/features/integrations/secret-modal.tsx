import { Button } from "../../ui/button";
import { CopyField } from "../../ui/copy-field";
import { Modal } from "../../ui/modal";
import "./keys.scss";

type Props = { name: string; secret: string; isRotated: boolean; onDone: () => void };

/** Dialog with the secret of a key. It is shown only once, so only its button closes it. */
export function SecretModal({ name, secret, isRotated, onDone }: Props) {
  return (
    <Modal
      show
      title={`Key ${name}`}
      onClose={() => {}}
      busy
      footer={
        <Button variant="primary" onClick={onDone}>
          I have stored it
        </Button>
      }
    >
      <div className="key-secret">
        <CopyField
          label="API key"
          value={secret}
          hint="Copy it now and store it like a password. We show it only once."
          copied="Key copied"
        />
      </div>
      <p className="text-secondary mt-3 mb-0">
        {isRotated ? (
          "The previous key works for 24 more hours. Replace it in your programs until then."
        ) : (
          <>
            Programs send it with each request, in the header <code>Authorization: Bearer KEY</code>.
          </>
        )}
      </p>
    </Modal>
  );
}
