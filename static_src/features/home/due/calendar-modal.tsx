import { useId, useRef, useState } from "react";
import { request } from "../../../api/client";
import { useSave } from "../../../lib/state/use-save";
import { toasts } from "../../../lib/toasts";
import { Button, ButtonLink } from "../../../ui/button";
import { FailureAlert } from "../../../ui/failure-alert";
import { Field } from "../../../ui/field";
import { TextInput } from "../../../ui/inputs";
import { Modal } from "../../../ui/modal";
import { Time } from "../../../ui/time";
import type { CalendarFeed, NewCalendarFeed } from "../types";

type Props = {
  /** The link of the user; null without one. */
  feed: CalendarFeed | null;
  onChange: (feed: CalendarFeed | null) => void;
  onClose: () => void;
};

/** The link with which calendar programs read the user's due dates. Its address is shown once, after it was created. */
export function CalendarModal({ feed, onChange, onClose }: Props) {
  const [url, setUrl] = useState<string | null>(null);
  const creating = useSave({
    send: () => request("POST", "/api/calendarFeed"),
    success: feed ? "Link replaced" : "Link created",
    onSaved: ({ url: address, ...created }: NewCalendarFeed) => {
      setUrl(address);
      onChange(created);
    },
  });
  const removing = useSave({
    send: () => request("DELETE", "/api/calendarFeed"),
    success: "Calendar link turned off",
    onSaved: () => {
      setUrl(null);
      onChange(null);
    },
  });
  const busy = creating.busy || removing.busy;
  const failure = creating.failure || removing.failure;
  return (
    <Modal
      show
      title="Add to your calendar"
      onClose={onClose}
      busy={busy}
      footer={
        feed ? (
          <>
            <Button onClick={() => removing.save(undefined)} busy={removing.busy} disabled={creating.busy}>
              Turn off
            </Button>
            <Button onClick={() => creating.save(undefined)} busy={creating.busy} disabled={removing.busy}>
              Replace the link
            </Button>
            <Button variant="primary" onClick={onClose} disabled={busy}>
              Done
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose} disabled={busy}>
              Cancel
            </Button>
            <Button variant="primary" onClick={() => creating.save(undefined)} busy={creating.busy}>
              Create a link
            </Button>
          </>
        )
      }
    >
      <p>
        Your calendar program can read your due dates with a link of your own. It shows the titles of what you
        have to do, and nothing else. Everyone with the link can read them, so keep it to yourself.
      </p>
      {url && <Address key={url} url={url} />}
      {feed && !url && (
        <>
          <p>
            Your link was created on <Time value={feed.created} as="date" />.{" "}
            {feed.lastRead ? (
              <>
                A calendar program last read it on <Time value={feed.lastRead} as="dateTime" />.
              </>
            ) : (
              "No calendar program has read it yet."
            )}
          </p>
          <p>We show the address only once. If you no longer have it, replace the link.</p>
        </>
      )}
      {feed && (
        <p className="text-secondary mb-0">
          When you replace the link or turn it off, the old address stops working at once.
        </p>
      )}
      <FailureAlert error={failure} className="mt-3 mb-0" />
    </Modal>
  );
}

/** The address of a created link, to copy or to open in a calendar program. */
function Address({ url }: { url: string }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      toasts.success("Address copied");
    } catch {
      // Without permission for the clipboard the user copies the selected text.
      input.current?.focus();
      input.current?.select();
    }
  };
  return (
    <>
      <Field label="Address" id={id} hint="Copy it now. For your security, we show it only once.">
        <TextInput ref={input} readOnly value={url} onFocus={(event) => event.target.select()} />
      </Field>
      <p className="button-row">
        <Button icon="copy" onClick={copy}>
          Copy
        </Button>
        <ButtonLink href={url.replace(/^https?:/, "webcal:")} icon="calendar">
          Open in your calendar program
        </ButtonLink>
      </p>
    </>
  );
}
