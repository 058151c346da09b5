import { type FormEvent, useState } from "react";
import { fieldErrors } from "../../../api/field-errors";
import { isStale } from "../../../lib/state/use-basis";
import { useDraft } from "../../../lib/state/use-draft";
import { useSave } from "../../../lib/state/use-save";
import { Button } from "../../../ui/button";
import { FailureAlert } from "../../../ui/failure-alert";
import { Field } from "../../../ui/field";
import { isBlankHtml, RichEditor } from "../../../ui/rich-editor";
import { saveLetter } from "./award-calls";
import type { AwardLetter } from "./types";
import "./award.scss";

type Props = { requestId: number; letter: AwardLetter; onSaved: () => Promise<void>; onClose: () => void };

/** The text of the letter to one supplier, in the place of the letter. */
export function LetterForm({ requestId, letter, onSaved, onClose }: Props) {
  const [html, setHtml] = useState(letter.html);
  const [basedOn, setBasedOn] = useState(letter.updated);
  const [errors, setErrors] = useState<Record<string, string[]>>({});
  useDraft(
    `award.letter.${letter.rfxId}`,
    () => ({ html }),
    (entries) => setHtml(entries.html),
  );
  const { save, busy, failure, setFailure } = useSave({
    send: (text: string | null) => saveLetter(requestId, letter.rfxId, { html: text, basedOn }),
    success: "Letter saved.",
    onSaved,
    onError: (error) => {
      setErrors(fieldErrors(error));
      if (!isStale(error)) return;
      setBasedOn((error.body.now as { updated: string }).updated);
      setFailure(error.message);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save(html);
  };
  return (
    <form className="award-letter" noValidate onSubmit={submit} aria-label={`Letter to ${letter.name}`}>
      <Field label={`Letter to ${letter.name}`} error={errors.html} isCustom>
        <RichEditor value={html} onChange={setHtml} height="lg" />
      </Field>
      <FailureAlert error={failure} />
      <div className="award-buttons">
        <Button type="submit" variant="primary" busy={busy} busyText="Saving..." disabled={isBlankHtml(html)}>
          Save letter
        </Button>
        <Button disabled={busy} onClick={onClose}>
          Cancel
        </Button>
        {letter.isEdited && (
          <Button variant="link" disabled={busy} onClick={() => save(null)}>
            Restore the standard letter
          </Button>
        )}
      </div>
    </form>
  );
}
