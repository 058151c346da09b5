import { useEffect, useRef } from "react";
import { request } from "../../../api/client";
import { isOffline } from "../../../api/errors";
import { useQuery, useQueryClient } from "../../../lib/state/queries";
import { useSave } from "../../../lib/state/use-save";
import { useDates } from "../../../lib/text/dates";
import { Badge } from "../../../ui/badge";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { LoadFailedLine } from "../../../ui/load-failed-line";
import { Skeleton } from "../../../ui/skeleton";
import "../network.scss";

export const signInsKey = ["ownSignIns"];

/** The viewer's sign-ins, with buttons that end one or all of them. */
export function OwnSignIns() {
  const client = useQueryClient();
  const dates = useDates();
  const { data, isError, refetch } = useQuery({
    queryKey: signInsKey,
    queryFn: ({ signal }) => request("GET", "/api/signIn", { signal }),
  });
  const list = useRef<HTMLUListElement>(null);
  const hasSignedOut = useRef(false);
  useEffect(() => {
    // The row that had the focus is no longer in the list.
    if (data && hasSignedOut.current && document.activeElement === document.body) list.current?.focus();
    hasSignedOut.current = false;
  }, [data]);

  const onError = async (error: unknown) => {
    if (!isOffline(error)) await refetch();
  };
  const all = useSave({
    send: () => request("DELETE", "/api/signIn"),
    onSaved: () => window.location.assign("/login"),
    onError,
  });
  const one = useSave({
    send: (id: number) => request("DELETE", "/api/signIn/{sign_in_id}", { path: { sign_in_id: id } }),
    success: "Signed out there",
    onSaved: async () => {
      hasSignedOut.current = true;
      await client.invalidateQueries({ queryKey: signInsKey });
    },
    onError,
    perInput: true,
  });
  const failure = all.failure || one.failure;
  return (
    <Card
      title="Where you are signed in"
      actions={
        <Button size="sm" icon="sign-out" busy={all.busy} onClick={() => all.save()}>
          Sign out everywhere
        </Button>
      }
    >
      {isError && !data && <LoadFailedLine title="The list could not be loaded." refetch={refetch} />}
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
                busy={one.current === row.id}
                aria-label={`Sign out of ${row.browser}, last used ${dates.dateTime(row.lastSeen)}`}
                onClick={() => one.save(row.id)}
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
