import { GuestIntro, LinkGone, useGuestSession } from "../../../domain/sign-in/guest-page";
import { PageHeader } from "../../../ui/page-header";
import { Time } from "../../../ui/time";
import { Marking } from "./marking";
import { OwnMarks } from "./own-marks";
import type { Evaluation } from "./types";
import { useEvaluation } from "./use-evaluation";
import "./evaluation.scss";

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
  const isSignedIn = useGuestSession(uuid, expiredText);
  const { data = props.evaluation, update } = useEvaluation(requestId, props.evaluation);
  const evaluation = isSignedIn ? data : withoutLogos(data);
  if (isSignedIn === false) return <LinkGone text={expiredText} />;
  const isOpen = evaluation.state === "OPEN";
  return (
    <div className="evaluation guest-evaluation">
      <GuestIntro organisation={{ ...requester, logoUrl }}>
        <strong>{requester.name}</strong> asks you to evaluate suppliers.
        {isOpen && evaluation.due && (
          <>
            {" "}
            Please mark by <Time value={evaluation.due} />.
          </>
        )}
      </GuestIntro>
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
