import { useEffect, useState } from "react";
import { request } from "../../../api/client";
import type { ApiResponse } from "../../../api/types";
import type { Level } from "../../../domain/level";
import { useDebounced } from "../../../lib/state/use-debounced";
import { isEmail } from "../../../lib/text/email";
import { ButtonLink } from "../../../ui/button";
import { Icon } from "../../../ui/icon";
import "../network.scss";

export type Match = ApiResponse<"MatchedOrganisation">;

type Props = {
  match: Match | null;
  /** The level chosen so far, at which it can be added instead. */
  level: Level;
  /** The address belongs to somebody who is here already. */
  emailTaken: boolean;
};

/** Says when the organisation or person that is being invited seems to be here already, and leads on. */
export function InviteMatch({ match, level, emailTaken }: Props) {
  return (
    <div role="status">
      {(match || emailTaken) && (
        <div className="alert alert-info notice">
          <Icon name="info" />
          <div>{match ? <Matched match={match} level={level} /> : <Taken />}</div>
        </div>
      )}
    </div>
  );
}

function Matched({ match: { id, name, state }, level }: { match: Match; level: Level }) {
  const href = `/organisations/${id}`;
  if (state === "IN_DIRECTORY") {
    return (
      <>
        <p>
          <strong>{name}</strong> is here already. You don't need to invite it: add it to your network.
        </p>
        <ButtonLink size="sm" href={`${href}?add=${level}`}>
          Add Supplier To My Network
        </ButtonLink>
      </>
    );
  }
  return (
    <>
      <p>
        {state === "INVITED" ? (
          "You invited this supplier already."
        ) : (
          <>
            <strong>{name}</strong> is in your network already.
          </>
        )}
      </p>
      <ButtonLink size="sm" href={href}>
        Open {name}
      </ButtonLink>
    </>
  );
}

function Taken() {
  return (
    <>
      <p>Somebody with this address is here already. Look for their organisation in the directory.</p>
      <ButtonLink size="sm" href="/organisations?allOrganisations=true">
        All Organisations
      </ButtonLink>
    </>
  );
}

/** Ask for a likely match, 500 ms after the last key like the check of the address. */
export function useInviteMatch(email: string, organisationName: string): Match | null {
  const address = isEmail(email) ? email.trim() : "";
  const name = organisationName.trim();
  const [found, setFound] = useState<Match | null>(null);
  const settled = useDebounced(`${address}\n${name}`, 500);
  useEffect(() => {
    const [address = "", name = ""] = settled.split("\n");
    setFound(null);
    if (!address && name.length < 2) return;
    const abort = new AbortController();
    request("GET", "/api/relationship/match", {
      query: { email: address, organisationName: name },
      signal: abort.signal,
      toast: false,
    }).then(
      ({ match }) => setFound(match),
      // The notice only helps: without it, the invitation goes its way.
      () => {},
    );
    return () => abort.abort();
  }, [settled]);
  return found;
}
