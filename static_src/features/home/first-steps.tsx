import { useState } from "react";
import { request } from "../../api/client";
import { OrgLogo } from "../../domain/people/faces";
import { usePageContext } from "../../lib/browser/page-context";
import { emit, useBrowserEvent } from "../../lib/events";
import { useSave } from "../../lib/state/use-save";
import { formatCount } from "../../lib/text/numbers";
import { Button, ButtonLink } from "../../ui/button";
import { Card } from "../../ui/card";
import { Due } from "../../ui/due";
import { FailureAlert } from "../../ui/failure-alert";
import { Icon } from "../../ui/icon";
import type { FirstStep, FirstStepsState } from "./types";
import "./first-steps.scss";

/** The first steps of a user in a new organisation, until all are done or the user hides them. */
export function FirstSteps({ first }: { first: FirstStepsState | null }) {
  const own = usePageContext().organisation;
  const [state, setState] = useState(first);
  const refresh = () => {
    request("GET", "/api/home/firstSteps", { toast: false }).then(
      (loaded) => setState(loaded ?? null),
      () => {
        // The steps stay unchanged until the next event.
      },
    );
  };
  useBrowserEvent("USERS_CHANGED", ({ organisationId }) => {
    if (organisationId === own?.id) refresh();
  });
  useBrowserEvent("RFX_CHANGED", refresh);
  const {
    save: hide,
    busy,
    failure,
  } = useSave({
    send: () => request("PUT", "/api/home/firstSteps/hidden"),
    onSaved: () => setState(null),
  });
  if (!state) return null;
  const { inviter, steps } = state;
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Card
      title={
        inviter ? (
          <>
            <OrgLogo organisation={inviter} />
            <span className="first-steps-title">
              {inviter.href ? (
                <a href={inviter.href}>
                  <bdi>{inviter.name}</bdi>
                </a>
              ) : (
                <bdi>{inviter.name}</bdi>
              )}{" "}
              invited you
            </span>
          </>
        ) : (
          "First steps"
        )
      }
      actions={
        <Button size="sm" variant="quiet" icon="close" busy={busy} onClick={() => hide()}>
          Hide
        </Button>
      }
      className="first-steps"
    >
      <FailureAlert error={failure} />
      {state.openRequests > 0 && <OpenRequests state={state} />}
      <p className="first-steps-count" role="status">
        {done} of {formatCount(steps.length, "step")} done
      </p>
      <ol>
        {steps.map((step) => (
          <StepRow key={step.key} step={step} />
        ))}
      </ol>
    </Card>
  );
}

/** The number of requests that wait for an answer, and the earliest deadline. */
function OpenRequests({ state: { openRequests, nextDeadline } }: { state: FirstStepsState }) {
  const count = openRequests >= countLimit ? `${countLimit}+` : openRequests;
  return (
    <p className="first-steps-requests">
      <a href="/rfx?direction=received">
        {count} {openRequests === 1 ? "request" : "requests"}
      </a>{" "}
      {openRequests === 1 ? "is" : "are"} waiting for your answer
      {nextDeadline && (
        <>
          {openRequests === 1 ? ", " : ", the first "}
          <Due value={nextDeadline} withWord />
        </>
      )}
    </p>
  );
}

/** The server counts the latest 100 requests. */
const countLimit = 100;

const texts: Record<FirstStep["key"], { title: string; text: string; action: string }> = {
  PROFILE: {
    title: "Complete your company profile",
    text: "A short description, your address, and a logo or website.",
    action: "Open profile",
  },
  COLLEAGUE: {
    title: "Invite a colleague",
    text: "Colleagues answer requests and messages with you.",
    action: "Invite colleague...",
  },
  ANSWERS: {
    title: "Answer your requests",
    text: "Your answers are saved as you type. Submit when all are ready.",
    action: "Start answering",
  },
  SUPPLIER: {
    title: "Invite a supplier",
    text: "Suppliers get an e-mail with a link to create their account.",
    action: "Invite supplier",
  },
  QUESTIONNAIRE: {
    title: "Prepare a questionnaire",
    text: "Adapt a ready-made form or write your own.",
    action: "Open forms",
  },
  REQUEST: {
    title: "Send your first request",
    text: "Choose suppliers and a form, and set a deadline.",
    action: "New RFx...",
  },
};

const hrefs: Partial<Record<FirstStep["key"], string>> = {
  PROFILE: "/setup/organisation",
  SUPPLIER: "/organisations/invite",
  QUESTIONNAIRE: "/forms",
};

function StepRow({ step }: { step: FirstStep }) {
  const { title, text } = texts[step.key];
  return (
    <li className={step.isDone ? "first-step is-done" : "first-step"}>
      <span className="first-step-mark">{step.isDone && <Icon name="check" />}</span>
      <div className="first-step-main">
        <h3>
          {title}
          {step.isDone && <span className="visually-hidden"> (done)</span>}
        </h3>
        <p>{step.key === "ANSWERS" && !step.rfxId ? "There is nothing to answer yet." : text}</p>
      </div>
      {!step.isDone && <StepAction step={step} />}
    </li>
  );
}

/** The button of an open step; answering has one only while there is an open request. */
function StepAction({ step: { key, rfxId } }: { step: FirstStep }) {
  const { action } = texts[key];
  if (key === "COLLEAGUE") {
    return (
      <Button size="sm" onClick={() => emit("OPEN_ADD_USER", {})}>
        {action}
      </Button>
    );
  }
  if (key === "REQUEST") {
    return (
      <Button size="sm" onClick={() => emit("OPEN_NEW_MESSAGE", { type: "RFI" })}>
        {action}
      </Button>
    );
  }
  const href = key === "ANSWERS" ? rfxId && `/rfx/${rfxId}` : hrefs[key];
  return href ? (
    <ButtonLink size="sm" href={href}>
      {action}
    </ButtonLink>
  ) : null;
}
