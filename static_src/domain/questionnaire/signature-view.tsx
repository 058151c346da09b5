import { useDates } from "../../lib/text/dates";
import { Parts } from "../../ui/parts";
import type { SignatureAnswer } from "./rules/types";
import { SignatureDrawing } from "./signature-drawing";
import "./doc-view-answers.scss";
import "./doc-view-controls.scss";

/** Read-only signature: the drawing or the name, then the signer and the time once the server has set them. */
export function SignatureView({ signature }: { signature: SignatureAnswer }) {
  const dates = useDates();
  const { name, strokes, signedAt, userName } = signature;
  const hasDrawing = Array.isArray(strokes) && strokes.length > 0;
  const details = [
    hasDrawing ? name : null,
    signedAt ? `signed ${dates.dateTime(signedAt)}` : null,
    userName && userName !== name ? `by ${userName}` : null,
  ].filter((part) => part !== null);
  return (
    <figure className="signature-shown">
      {hasDrawing ? (
        <SignatureDrawing strokes={strokes} label={`Signature of ${name}`} />
      ) : (
        <span className="signature-name">{name}</span>
      )}
      {details.length > 0 && (
        <figcaption>
          <Parts parts={details} />
        </figcaption>
      )}
    </figure>
  );
}
