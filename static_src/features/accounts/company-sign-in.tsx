import { ButtonLink } from "../../ui/button";
import { Facts } from "../../ui/card";
import { SignInFrame } from "./sign-in-frame";
import "./accounts.scss";

type Trial = {
  view: "trial";
  issuer: string;
  subject: string;
  name: string;
  email: string | null;
  groups: string[];
  /** The effect of a sign-in, as a sentence. */
  outcome: string;
};

/** The reason for the way to the provider (`FlowPurpose`). */
type Purpose = "signIn" | "confirm" | "trial" | "stepUp";

const failedTitles: Readonly<Record<Purpose, string>> = {
  signIn: "You could not be signed in",
  confirm: "You could not be signed in",
  trial: "The trial failed",
  stepUp: "We couldn't confirm that it's you",
};

type Failure = { view: "failed"; purpose: Purpose; text: string; retryPath: string };

type Props =
  | Failure
  | { view: "mailed"; email: string }
  | { view: "confirm"; path: string; email: string; organisationName: string }
  | { view: "steppedUp" }
  | Trial;

/** The pages of /signin/company: what happened at the organisation's identity provider. */
export default function CompanySignIn(props: Props) {
  switch (props.view) {
    case "failed":
      return <Failed {...props} />;
    case "mailed":
      return (
        <SignInFrame
          title="Check your email inbox."
          sub={
            <p>
              This is your first company sign-in. We have sent a link to <strong>{props.email}</strong> to
              confirm that it's you. It can be used once, within 2 hours.
            </p>
          }
        />
      );
    case "confirm":
      return (
        <SignInFrame
          title={`Confirm your ${props.organisationName} sign-in`}
          sub={
            <p>
              The company sign-in of {props.organisationName} becomes a way to sign in to the account of{" "}
              <strong>{props.email}</strong>. Sign in there once more to confirm it.
            </p>
          }
        >
          <div className="sign-in-actions">
            <ButtonLink variant="primary" href={props.path}>
              Confirm and sign in
            </ButtonLink>
          </div>
        </SignInFrame>
      );
    case "steppedUp":
      return <SignInFrame title="Confirmed" sub={<p>Close this window, and continue where you were.</p>} />;
    case "trial":
      return <TrialResult {...props} />;
  }
}

function Failed({ purpose, text, retryPath }: Failure) {
  const isSignedIn = purpose === "trial" || purpose === "stepUp";
  return (
    <SignInFrame
      title={failedTitles[purpose]}
      sub={
        <>
          <p role="alert">{text}</p>
          {isSignedIn && <p>You're still signed in. You can close this window.</p>}
        </>
      }
    >
      {!isSignedIn && (
        <div className="sign-in-actions">
          <ButtonLink variant="primary" href={retryPath}>
            Go to Login...
          </ButtonLink>
        </div>
      )}
    </SignInFrame>
  );
}

function TrialResult({ issuer, subject, name, email, groups, outcome }: Trial) {
  return (
    <SignInFrame
      wide
      title="The trial worked"
      sub={<p>{outcome} The trial changed nothing. You can close this window.</p>}
    >
      <div className="mt-3">
        <Facts
          stacked
          items={[
            ["Issuer", issuer],
            ["Subject", subject],
            ["Name", name],
            ["E-mail address", email ?? "Not sent"],
            ["Groups", groups.length > 0 ? groups.join(", ") : "None sent"],
          ]}
        />
      </div>
    </SignInFrame>
  );
}
