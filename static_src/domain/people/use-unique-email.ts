import { useEffect, useState } from "react";
import { request } from "../../api/client";
import { isEmail } from "../../lib/text/email";

type Options = {
  /** The user's current address, which counts as available. */
  own?: string | undefined;
  /** The invitation of a user who is not signed in. */
  inviteUuid?: string | undefined;
  /** The address is for a new supplier: addresses that another buyer has invited are available. */
  forInvitation?: boolean | undefined;
};

export type EmailCheck = { checking: boolean; taken: boolean };

const idle: EmailCheck = { checking: false, taken: false };

/** Ask the server whether an e-mail address is in use, 500 ms after the last key (specification, section 5). */
export function useUniqueEmail(email: string, { own, inviteUuid, forInvitation }: Options = {}): EmailCheck {
  const [answer, setAnswer] = useState<{ email: string; taken: boolean } | null>(null);
  const address = email.trim();
  const applies = isEmail(address) && address.toLowerCase() !== own?.trim().toLowerCase();
  useEffect(() => {
    if (!applies) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      request("GET", "/api/user/emailAvailable", {
        query: { email: address, invite: inviteUuid, forInvitation },
        signal: abort.signal,
        toast: false,
      }).then(
        ({ available }) => setAnswer({ email: address, taken: !available }),
        // A failed check counts as available: the server checks again on saving.
        () => !abort.signal.aborted && setAnswer({ email: address, taken: false }),
      );
    }, 500);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [applies, address, inviteUuid, forInvitation]);
  if (!applies) return idle;
  return answer?.email === address
    ? { checking: false, taken: answer.taken }
    : { checking: true, taken: false };
}
