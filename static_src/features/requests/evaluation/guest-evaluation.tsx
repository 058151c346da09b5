import { useEffect, useState } from "react";
import { refreshSession, request } from "../../../api/client";
import { becomeGuest } from "../../../api/session";
import { OrgLogo } from "../../../domain/people/faces";
import { LinkGone } from "../../../ui/link-gone";
import { PageHeader } from "../../../ui/page-header";
import { Time } from "../../../ui/time";
import { Marking } from "./marking";
import { OwnMarks } from "./own-marks";
import type { Evaluation } from "./types";
import { useEvaluation } from "./use-evaluation";
import "./evaluation.scss";
import "../../../ui/guest-intro.scss";

type Props = {
  uuid: string;
  requestId: number;
  title: string;
  requester: { id: number; name: string };
  evaluation: Evaluation;
  /** The requester's logo; its address needs no sign-in. */
  logoUrl: string | null;
  expiredText: string;
};

/** Screen /guest/{uuid}/evaluation/{id}: the marks of the guest with this link. */
export default function GuestEvaluation(props: Props) {
  const { uuid, expiredText, requestId, title, requester, logoUrl } = props;
  const [isExpired, setIsExpired] = useState(false);
  const [isSignedIn, setSignedIn] = useState(false);
  const { data = props.evaluation, update } = useEvaluation(requestId, props.evaluation);
  const evaluation = isSignedIn ? data : withoutLogos(data);
  useEffect(() => {
    becomeGuest(uuid, expiredText);
    signIn().then(
      (done) => {
        setSignedIn(done);
        setIsExpired(!done);
      },
      // Without a response the state of the link is unknown; the next request tries to sign in again.
      () => {},
    );
  }, [uuid, expiredText]);
  if (isExpired) return <LinkGone text={expiredText} />;
  const isOpen = evaluation.state === "OPEN";
  return (
    <div className="evaluation guest-evaluation">
      <p className="guest-intro">
        <OrgLogo organisation={{ ...requester, logoUrl }} />
        <span>
          <strong>{requester.name}</strong> asks you to evaluate suppliers.
          {isOpen && evaluation.due && (
            <>
              {" "}
              Please mark by <Time value={evaluation.due} />.
            </>
          )}
        </span>
      </p>
      <PageHeader title={<bdi>{title}</bdi>} />
      {isOpen ? (
        <Marking
          requestId={requestId}
          evaluation={evaluation}
          storageKey={`evaluation.${requestId}.${uuid}`}
          onChange={update}
        />
      ) : (
        <OwnMarks evaluation={evaluation} />
      )}
    </div>
  );
}

/** Return an evaluation with initials instead of logos, because the server sends logos only after the sign-in. */
function withoutLogos(evaluation: Evaluation): Evaluation {
  return {
    ...evaluation,
    suppliers: evaluation.suppliers.map((supplier) => ({ ...supplier, logoUrl: null })),
  };
}

/** Sign in with the link, then load the session. */
async function signIn(): Promise<boolean> {
  if (!(await refreshSession())) return false;
  await request("GET", "/api/session", { toast: false });
  return true;
}
