import { useRef } from "react";
import { errorText } from "../../../api/errors";
import type { FormType } from "../../../domain/forms/doc-forms";
import { usePageContext, usePermission } from "../../../lib/browser/page-context";
import { useHeightProperty } from "../../../lib/browser/use-height-property";
import { useLoaded } from "../../../lib/browser/use-loaded";
import { useSave } from "../../../lib/state/use-save";
import { useDates } from "../../../lib/text/dates";
import { toasts } from "../../../lib/toasts";
import { Button, ButtonLink } from "../../../ui/button";
import { classNames } from "../../../ui/class-names";
import { Icon } from "../../../ui/icon";
import { archiveForm } from "../form-calls";
import { saveAsCopy } from "./calls";
import { PromiseNotice } from "./promise-notice";
import { FaultLine } from "./publish/publish";
import type { SavingState } from "./saving/form-saving";
import type { FormSession } from "./session";
import type { OpenForm } from "./types";
import "./page.scss";

const loadMoving = () => import("../moving/open-rfx-notice");

type Props = {
  session: FormSession;
  state: SavingState;
  broughtBack: boolean;
  onGo: (fid: string) => void;
  /** Show the text instead of the preview. */
  onEdit: () => void;
};

/** Notices above the editor: conflicts, rejected saves, drafts, and the reason why a form is read-only. */
export function EditorNotices({ session, state, broughtBack, onGo, onEdit }: Props) {
  const { form, stale, closed, refused } = state;
  const place = useRef<HTMLDivElement>(null);
  const maySend = usePermission("SEND_RFX");
  const moving = useLoaded(loadMoving, maySend && form.isInUse && !form.isArchived);
  const keptInSight = stale !== null || closed !== null || refused !== null;
  useHeightProperty(place, "--form-kept-in-sight", keptInSight);
  return (
    <div ref={place} className={classNames("form-notices", keptInSight && "in-sight")} role="status">
      {stale && <StaleNotice session={session} state={state} />}
      {closed !== null && (
        <div className="alert alert-warning">
          <p className="mb-2">{closed} What you wrote is kept on this device.</p>
          <KeepCopy session={session} type={form.type} />
        </div>
      )}
      {refused && <RefusedNotice refused={refused} onGo={onGo} />}
      {broughtBack && !stale && (
        <div className="alert alert-info">Changes that were kept on this device are back.</div>
      )}
      {form.hasOldPromise && !stale && <PromiseNotice session={session} form={form} onEdit={onEdit} />}
      {moving && form.isInUse && !stale && <moving.OpenRfxNotice key={form.id} form={form} />}
      {!form.canEdit && <ReadOnlyNotice session={session} form={form} />}
      {form.canEdit && state.hasNewDraft && form.status === "DRAFT" && (
        <div className="alert alert-info">
          You're editing the draft of revision {form.revision + 1}. The published version stays in use until
          you publish the draft.
        </div>
      )}
      {form.canEdit && form.status === "PUBLISHED" && (
        <div className="alert alert-info">
          This form is published. Editing starts a new draft; the published version stays in use until you
          publish the draft.
        </div>
      )}
    </div>
  );
}

/** The errors of a rejected save, as links to the fields. The focus does not move, because the user may be typing. */
function RefusedNotice({
  refused,
  onGo,
}: {
  refused: NonNullable<SavingState["refused"]>;
  onGo: (fid: string) => void;
}) {
  const { sentence, faults } = refused;
  return (
    <div className="alert alert-danger">
      <p>Couldn't save your last changes{faults.length === 0 ? `: ${sentence}` : ":"}</p>
      {faults.length > 0 && (
        <ul className="mb-0">
          {faults.slice(0, 5).map((fault) => (
            <li key={`${fault.fid} ${fault.sentence}`}>
              <FaultLine {...fault} onGo={onGo} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Notice about a conflict between two users: nothing is overwritten, and the user chooses a version. */
function StaleNotice({ session, state }: Pick<Props, "session" | "state">) {
  const dates = useDates();
  const { stale, form } = state;
  const own = stale?.savedBy?.id === usePageContext().user?.id;
  const who = own ? "You" : (stale?.savedBy?.name ?? "Someone else");
  const when = stale?.updated ? ` (${dates.dateTime(stale.updated)})` : "";
  const { save: takeTheirs, busy } = useSave({
    send: () => session.saving.takeTheirs(),
    onSaved: () => session.focus(),
    onError: (error) => toasts.error(errorText(error)),
    leaves: true,
  });
  return (
    <div className="alert alert-warning form-stale">
      <p>
        <strong>
          {own ? "You have saved this form in another window since" : `${who} has saved this form since`}
          {when}.
        </strong>{" "}
        {state.text === "All changes saved"
          ? "You see it as it was before."
          : "Your last changes are not saved, and nothing of either was overwritten."}{" "}
        Load what {own ? "you saved there" : `${who} saved`} (Undo then brings this back), or keep this as a
        form of its own.
      </p>
      <span className="button-row">
        <Button variant="primary" size="sm" busy={busy} busyText="Loading..." onClick={() => takeTheirs()}>
          {own ? "Load that" : "Load theirs"}
        </Button>
        <KeepCopy session={session} type={form.type} />
      </span>
    </div>
  );
}

function KeepCopy({ session, type }: { session: FormSession; type: FormType }) {
  const { save: saveCopy, busy } = useSave({
    send: async () => {
      const copy = await saveAsCopy(type, session.content());
      session.saving.discard();
      await session.saving.settled();
      return copy;
    },
    success: ({ title }) => `Your changes are kept as '${title}'`,
    onSaved: ({ id }) => window.location.assign(`/forms/${id}`),
    leaves: true,
  });
  return (
    <Button size="sm" busy={busy} busyText="Saving..." onClick={() => saveCopy()}>
      Keep a copy of mine
    </Button>
  );
}

function ReadOnlyNotice({ session, form }: { session: FormSession; form: OpenForm }) {
  const manages = usePermission("MANAGE_FORMS");
  const { save: restore, busy } = useSave({
    send: () => archiveForm(form.id, false),
    success: "Form restored",
    onSaved: (restored) => session.saving.accept(restored),
  });
  const latest = form.revisions.find(({ isLatest }) => isLatest);
  return (
    <div className="alert alert-info form-read-only">
      <Icon name="locked" />
      <span>{reasonOf(form, manages)}</span>
      {manages && form.isArchived && (
        <Button size="sm" icon="restore" busy={busy} busyText="Restoring..." onClick={() => restore()}>
          Restore
        </Button>
      )}
      {!form.isArchived && !form.isLatest && latest && (
        <span className="button-row">
          {manages && (
            <ButtonLink size="sm" icon="restore" href={`/forms/${latest.id}?restore=${form.id}`}>
              Restore this revision
            </ButtonLink>
          )}
          <ButtonLink size="sm" href={`/forms/${latest.id}`}>
            Open the latest revision
          </ButtonLink>
        </span>
      )}
    </div>
  );
}

function reasonOf(form: OpenForm, manages: boolean): string {
  if (form.isArchived) return "This form is archived. It can't be sent or changed.";
  if (!form.isLatest) return `This is revision ${form.revision + 1}, an earlier one. It can't be changed.`;
  return manages
    ? "This form can't be changed."
    : "You can view this form. To change it, you need permission to manage forms.";
}
