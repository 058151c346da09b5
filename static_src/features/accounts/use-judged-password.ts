import { useEffect } from "react";
import { request } from "../../api/client";
import type { Judged } from "./new-password";

const debounce = 200;

/**
 * Let the server validate a password that passes the checks in the browser, because only the server has the list of
 * common passwords. An empty `password` sends no request.
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
        // A failed check does not reject the password: the accept request checks it again.
        () => !abort.signal.aborted && onJudged({ password, fault: undefined }),
      );
    }, debounce);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [uuid, password, onJudged]);
}
