import { groupDigits } from "../../lib/text/numbers";
import type { BulkPreview } from "./bulk";
import "./bulk.scss";

type Props = {
  preview: BulkPreview;
  /** The predicate for unchanged rows ('already have it'). */
  unchangedText?: string;
};

/** The result of a preview: the numbers, the rows that cannot change with their reasons, and one of the mails. */
export function PreviewText({ preview, unchangedText }: Props) {
  const { cannot, cannotTotal, mails, sampleMail } = preview;
  return (
    <>
      <p className="bulk-summary">{summaryOf(preview, unchangedText)}</p>
      {cannotTotal > 0 && (
        <details className="bulk-details">
          <summary>Show what can't change</summary>
          <ul>
            {cannot.map(({ label, reason }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: names repeat, and the list does not change
              <li key={index}>
                <bdi>{label}</bdi>
                <span>{reason}</span>
              </li>
            ))}
          </ul>
          {cannotTotal > cannot.length && (
            <p className="cell-sub">And {groupDigits(cannotTotal - cannot.length)} more.</p>
          )}
        </details>
      )}
      {mails > 0 && (
        <p>{mails === 1 ? "1 person gets an e-mail." : `${groupDigits(mails)} people get an e-mail each.`}</p>
      )}
      {sampleMail && (
        <details className="bulk-details">
          <summary>Show {mails === 1 ? "the e-mail" : "one of the e-mails"}</summary>
          <div className="bulk-mail">
            <p>
              To <bdi>{sampleMail.to}</bdi>
            </p>
            <p>
              <strong>{sampleMail.subject}</strong>
            </p>
            <pre>{sampleMail.text}</pre>
          </div>
        </details>
      )}
    </>
  );
}

/** "312 selected: 298 will change, 9 already have it, 5 can't: no contact." */
export function summaryOf(preview: BulkPreview, unchangedText = "stay as they are"): string {
  const { total, willChange, unchanged, cannotTotal, cannotReasons } = preview;
  const reasons = cannotReasons.map(({ reason, count }) =>
    cannotReasons.length === 1 ? inSentence(reason) : `${groupDigits(count)} ${inSentence(reason)}`,
  );
  const parts = [
    `${groupDigits(willChange)} will change`,
    unchanged > 0 && `${groupDigits(unchanged)} ${unchangedText}`,
    cannotTotal > 0 && `${groupDigits(cannotTotal)} can't: ${reasons.join(", ")}`,
  ].filter((part) => !!part);
  return `${groupDigits(total)} selected: ${parts.join(", ")}.`;
}

/** A reason within a sentence: without its full stop, and in lower case unless it begins with a name such as RFx. */
function inSentence(reason: string): string {
  const text = reason.replace(/\.$/, "");
  return /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
