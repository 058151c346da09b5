import { usePageContext } from "../../lib/browser/page-context";
import { toasts } from "../../lib/toasts";
import { Button } from "../../ui/button";
import { Modal } from "../../ui/modal";
import "./sign-in.scss";

type Props = {
  codes: readonly string[];
  /** They replace earlier codes. */
  isRenewed: boolean;
  onDone: () => void;
};

/** Dialog with new recovery codes. They are shown only once, so only its button closes it. */
export function RecoveryCodes({ codes, isRenewed, onDone }: Props) {
  const { productName, user } = usePageContext();
  const text = codes.join("\n");
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toasts.success("Codes copied"),
      () => toasts.error("Your browser did not allow copying. Select the codes, or download them."),
    );
  return (
    <Modal
      show
      title="Recovery codes"
      onClose={() => {}}
      busy
      footer={
        <Button variant="primary" onClick={onDone}>
          I have kept them
        </Button>
      }
    >
      <p>
        If you lose your phone or passkey, each of these codes signs you in once. They are shown only now.
        Keep them where you keep your passwords.{isRenewed && " Your earlier codes no longer work."}
      </p>
      <ol className="recovery-codes" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="button-row">
        <Button icon="copy" onClick={copy}>
          Copy
        </Button>
        <Button icon="download" onClick={() => download(`${productName} ${user?.email ?? ""}\n\n${text}\n`)}>
          Download
        </Button>
      </div>
    </Modal>
  );
}

function download(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = "recovery-codes.txt";
  link.click();
  URL.revokeObjectURL(url);
}
