import { useEffect } from "react";
import { request } from "../../api/client";
import type { Judged } from "./new-password";

const pause = 200;

/**
 * Ask the server what is wrong with a password that the browser finds nothing wrong with: it alone knows the common
 * ones. An empty `password` asks nothing.
 */
export function useJudgedPassword(uuid: string, password: string, onJudged: (judged: Judged) => void): void {
  useEffect(() => {
    if (!password) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      request("POST", "/api/user/invite/{uuid}/passwordCheck", {
        path: { uuid },
        body: { password },
        anonymous: true,
        signal: abort.signal,
        toast: false,
      }).then(
        ({ fault }) => onJudged({ password, fault: fault ?? undefined }),
        // Not known is not refused: accepting asks again.
        () => !abort.signal.aborted && onJudged({ password, fault: undefined }),
      );
    }, pause);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [uuid, password, onJudged]);
}
