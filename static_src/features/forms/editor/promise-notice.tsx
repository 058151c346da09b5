import { ApiError, errorText } from "../../../api/errors";
import { useSave } from "../../../lib/state/use-save";
import { toasts } from "../../../lib/toasts";
import { Button, ButtonLink } from "../../../ui/button";
import { createCorrectedDraft } from "./calls";
import type { FormSession } from "./session";
import type { OpenForm } from "./types";
import "./page.scss";

type Props = { session: FormSession; form: OpenForm; onEdit: () => void };

/**
 * Notice on a survey with the outdated sentence about who sees its answers. The server replaces the sentence: in the
 * next draft of a published form, or in the draft itself.
 */
export function PromiseNotice({ session, form, onEdit }: Props) {
  const { save: correct, busy } = useSave({
    send: async () => {
      // Pending changes of a published form create its next draft, which is then corrected.
      if (!(await session.saving.flush())) throw new Error("Couldn't save your last changes.");
      return createCorrectedDraft(session.saving.snapshot().form.id);
    },
    success: "Sentence corrected in the draft",
    onSaved: (corrected) => {
      session.saving.accept(corrected);
      session.show({ title: corrected.title, doc: corrected.doc });
      onEdit();
      session.focus();
    },
    onError: async (error) => {
      toasts.error(errorText(error));
      // Another user has created a draft or corrected the sentence; the reloaded form shows which.
      if (error instanceof ApiError && error.status === 409) await session.saving.reload().catch(() => {});
    },
  });
  const latest = form.revisions.find(({ isLatest }) => isLatest);
  return (
    <div className="alert alert-warning">
      <p>
        This survey tells respondents that the supplier sees the averages of all answers, but results are
        shared only if at least three people have answered, and your internal report shows names.
      </p>
      {form.isLatest ? (
        <Button size="sm" icon="edit" busy={busy} busyText="Correcting..." onClick={() => correct()}>
          {form.status === "PUBLISHED" ? "Create a corrected draft" : "Correct the sentence"}
        </Button>
      ) : (
        latest && (
          <ButtonLink size="sm" icon="edit" href={`/forms/${latest.id}`}>
            Open the draft
          </ButtonLink>
        )
      )}
    </div>
  );
}
