import { useEffect, useState } from "react";
import { request } from "../../api/client";
import { isEmail } from "../../lib/text/email";

type Options = {
  /** The address that may stay as it is (a user's own). */
  own?: string | undefined;
  /** The invitation by which somebody who is not signed in asks. */
  inviteUuid?: string | undefined;
  /** The address is a supplier's to be: one whom another buyer has invited is free. */
  forInvitation?: boolean | undefined;
};

export type EmailCheck = { checking: boolean; taken: boolean };

const idle: EmailCheck = { checking: false, taken: false };

/** Ask the server whether an e-mail address is in use, 500 ms after the last key (specification, section 5). */
export function useUniqueEmail(email: string, { own, inviteUuid, forInvitation }: Options = {}): EmailCheck {
  const [answer, setAnswer] = useState<{ email: string; taken: boolean } | null>(null);
  const wanted = email.trim();
  const applies = isEmail(wanted) && wanted.toLowerCase() !== own?.trim().toLowerCase();
  useEffect(() => {
    if (!applies) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      request("GET", "/api/user/emailAvailable", {
        query: { email: wanted, invite: inviteUuid, forInvitation },
        signal: abort.signal,
        toast: false,
      }).then(
        ({ available }) => setAnswer({ email: wanted, taken: !available }),
        // Not known is not taken: saving asks again.
        () => !abort.signal.aborted && setAnswer({ email: wanted, taken: false }),
      );
    }, 500);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [applies, wanted, inviteUuid, forInvitation]);
  if (!applies) return idle;
  return answer?.email === wanted
    ? { checking: false, taken: answer.taken }
    : { checking: true, taken: false };
}
