import { request } from "../../../api/client";
import { emit } from "../../../lib/events";
import { toasts } from "../../../lib/toasts";
import { ConfirmModal } from "../../../ui/confirm-modal";
import type { UserDetails } from "../types";

export type ContactAction = "suspend" | "reset" | "erase";

type Props = {
  user: UserDetails;
  /** The action to confirm; null while no dialog is open. */
  action: ContactAction | null;
  onSuspend: () => Promise<unknown>;
  onErased: (user: UserDetails) => void;
  onClose: () => void;
};

/** The dialogs that confirm the actions on a user. */
export default function ContactModals({ user, action, onSuspend, onErased, onClose }: Props) {
  return (
    <>
      <ConfirmModal
        show={action === "suspend"}
        title={`Suspend ${user.name}?`}
        confirmLabel="Suspend"
        busyLabel="Suspending..."
        danger
        onConfirm={async () => {
          await onSuspend();
          onClose();
        }}
        onClose={onClose}
      >
        {user.name} is signed out at once, and can't sign in or get e-mails until reactivated. Nothing is
        deleted.
      </ConfirmModal>
      <ResetFactorModal user={user} show={action === "reset"} onClose={onClose} />
      <EraseModal user={user} show={action === "erase"} onErased={onErased} onClose={onClose} />
    </>
  );
}

type ResetProps = { user: UserDetails; show: boolean; onClose: () => void };

/** The dialog that mails a colleague a link, which sets a new password and removes the second factors. */
function ResetFactorModal({ user, show, onClose }: ResetProps) {
  const { id, name } = user;
  return (
    <ConfirmModal
      show={show}
      title={`Reset the sign-in of ${name}?`}
      confirmLabel="Send link"
      busyLabel="Sending..."
      onConfirm={async () => {
        await request("POST", "/api/user/{user_id}/factorReset", { path: { user_id: id } });
        toasts.success("Link sent.");
        emit("EVENT_LOG_CHANGED", {});
        onClose();
      }}
      onClose={onClose}
    >
      {name} gets an e-mail with a link. It sets a new password and removes the passkeys, the authenticator
      app and the recovery codes. Until then nothing changes. Make sure that the request really comes from{" "}
      {name}.
    </ConfirmModal>
  );
}

type EraseProps = {
  user: UserDetails;
  show: boolean;
  onErased: (user: UserDetails) => void;
  onClose: () => void;
};

/** The dialog that erases the personal data of a user, and says what stays. */
function EraseModal({ user, show, onErased, onClose }: EraseProps) {
  return (
    <ConfirmModal
      show={show}
      title={`Erase the personal data of ${user.name}?`}
      confirmLabel="Erase permanently"
      busyLabel="Erasing..."
      danger
      onConfirm={async () => {
        onErased(await request("POST", "/api/user/{user_id}/erasure", { path: { user_id: user.id } }));
        onClose();
      }}
      onClose={onClose}
    >
      <p>
        <strong>This can't be undone.</strong> These are removed: name, e-mail address, phone numbers, job
        title, picture, sign-ins, notifications, calendar link, and the content of e-mails to this person.
        Lists and history show "Former user".
      </p>
      <p>These stay, because they are business records:</p>
      <ul>
        <li>signatures and the name next to them on submitted RFxs and agreements</li>
        <li>answers, messages, notes and files, shown with "Former user"; a name within a text stays</li>
        <li>
          entries of the audit log, with an internal number and the IP address, until they are deleted by age
        </li>
      </ul>
    </ConfirmModal>
  );
}
