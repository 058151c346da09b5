import { useEffect, useRef, useState } from "react";
import { request } from "../../../api/client";
import { errorText, isOffline } from "../../../api/errors";
import { useQuery, useQueryClient } from "../../../lib/state/queries";
import { useDates } from "../../../lib/text/dates";
import { toasts } from "../../../lib/toasts";
import { Badge } from "../../../ui/badge";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { Skeleton } from "../../../ui/skeleton";
import "../network.scss";

export const signInsKey = ["ownSignIns"];

/** Where one is signed in, with the way out of one or of all. */
export function OwnSignIns() {
  const client = useQueryClient();
  const dates = useDates();
  const [busy, setBusy] = useState<number | "all" | null>(null);
  const [failure, setFailure] = useState("");
  const { data, isError, refetch } = useQuery({
    queryKey: signInsKey,
    queryFn: ({ signal }) => request("GET", "/api/signIn", { signal }),
  });
  const list = useRef<HTMLUListElement>(null);
  const left = useRef(false);
  useEffect(() => {
    // The button went with its row.
    if (data && left.current && document.activeElement === document.body) list.current?.focus();
    left.current = false;
  }, [data]);

  const act = async (which: number | "all", then: () => unknown) => {
    setBusy(which);
    setFailure("");
    try {
      if (which === "all") await request("DELETE", "/api/signIn");
      else await request("DELETE", "/api/signIn/{sign_in_id}", { path: { sign_in_id: which } });
      await then();
    } catch (error) {
      if (isOffline(error)) setFailure(errorText(error));
      else await refetch();
    } finally {
      setBusy(null);
    }
  };
  return (
    <Card
      title="Where you are signed in"
      actions={
        <Button
          size="sm"
          icon="sign-out"
          busy={busy === "all"}
          onClick={() => act("all", () => window.location.assign("/login"))}
        >
          Sign out everywhere
        </Button>
      }
    >
      {isError && !data && (
        <p role="alert">
          The list could not be loaded.{" "}
          <Button size="sm" onClick={() => refetch()}>
            Try again
          </Button>
        </p>
      )}
      {!data && !isError && <Skeleton lines={3} />}
      <ul className="sign-in-list" ref={list} tabIndex={-1} aria-label="Where you are signed in">
        {(data ?? []).map((row) => (
          <li key={row.id}>
            <div className="subject-text">
              <span className="cell-title">{row.browser}</span>
              {row.isThis && (
                <>
                  {" "}
                  <Badge tone="ok">This one</Badge>
                </>
              )}
              <div className="cell-sub">
                Last used {dates.dateTime(row.lastSeen)}
                {row.address && `, from ${row.address}`}
              </div>
            </div>
            {!row.isThis && (
              <Button
                size="sm"
                busy={busy === row.id}
                aria-label={`Sign out of ${row.browser}, last used ${dates.dateTime(row.lastSeen)}`}
                onClick={() =>
                  act(row.id, async () => {
                    toasts.success("Signed out there");
                    left.current = true;
                    await client.invalidateQueries({ queryKey: signInsKey });
                  })
                }
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div role="alert">{failure && <p className="field-error">{failure}</p>}</div>
    </Card>
  );
}
