import { useState } from "react";
import { toasts } from "../../lib/toasts";
import { Badge, TestBadge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { DraftRestoredAlert } from "../../ui/draft-restored-alert";
import { EmptyState } from "../../ui/empty-state";
import { FailureAlert } from "../../ui/failure-alert";
import { SavingNote } from "../../ui/saving-note";
import { Skeleton } from "../../ui/skeleton";
import { Example } from "./example";

const savingTexts = [
  "Changed",
  "Saving...",
  "All changes saved",
  "Offline: kept on this device",
  "Server fault",
  "Kept",
] as const;

export function FeedbackExamples() {
  const [error, setError] = useState("");
  return (
    <>
      <Example
        name="Badge, TestBadge"
        use="A status. Green is done, blue in progress, amber pending, red critical."
        inline
      >
        <Badge tone="ok" icon="check">
          Approved
        </Badge>
        <Badge tone="info">In progress</Badge>
        <Badge tone="wait">Pending</Badge>
        <Badge tone="bad">Declined</Badge>
        <Badge>Draft</Badge>
        <TestBadge />
      </Example>
      <Example
        name="toasts, ToastHost"
        use="The result of an action. Errors stay until they are closed."
        inline
      >
        <Button onClick={() => toasts.success("Changes saved ok.")}>Success</Button>
        <Button onClick={() => toasts.info("The download is being prepared.")}>Information</Button>
        <Button onClick={() => toasts.error("The file is too large.")}>Error</Button>
      </Example>
      <Example name="alert" use="A message that stays with the part of the page that it concerns.">
        <div className="alert alert-info">The form is shared with 3 suppliers.</div>
        <div className="alert alert-warning">The deadline is tomorrow.</div>
        <div className="alert alert-danger">The answers could not be sent.</div>
      </Example>
      <Example
        name="FailureAlert, DraftRestoredAlert"
        use="A failed request in its dialog; text restored after a reload."
      >
        <div>
          <Button onClick={() => setError("The server could not be reached.")}>Fail a request</Button>
        </div>
        <FailureAlert error={error} />
        <DraftRestoredAlert onStartOver={() => setError("")} />
      </Example>
      <Example name="SavingNote" use="The state of automatic saving.">
        {savingTexts.map((text) => (
          <SavingNote key={text} text={text} savedAt={null} />
        ))}
      </Example>
      <Example name="Skeleton" use="The place of content that is loading.">
        <Skeleton lines={4} label="Loading the example" />
      </Example>
      <Example name="EmptyState" use="What will appear here, and the action that starts it.">
        <EmptyState
          icon="message"
          title="No messages yet."
          text="Messages from your suppliers appear here."
          action={<Button variant="primary">New message</Button>}
        />
      </Example>
    </>
  );
}
