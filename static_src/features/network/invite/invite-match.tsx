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
  /** The selected level, used for the link that adds the organisation instead. */
  level: Level;
  /** True if the address belongs to a user of the product. */
  emailTaken: boolean;
};

/** Notice that the invited organisation or person already seems to exist, with a link to it. */
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

function Matched({ match, level }: { match: Match; level: Level }) {
  const { id, name, state, isSimilar } = match;
  const href = `/organisations/${id}`;
  if (isSimilar) {
    return (
      <>
        <p>{likenessText(match)} If it is another company, send the invitation.</p>
        <ButtonLink size="sm" href={href}>
          Open {name}
        </ButtonLink>
      </>
    );
  }
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

/** Return the sentence about an organisation that an invitation may address. */
export function likenessText({ name, state, isSimilar }: Match): string {
  const place = state === "IN_DIRECTORY" ? "is on the platform" : "is in your network";
  return isSimilar ? `Looks like ${name}, which ${place}.` : `${name} ${place} already.`;
}

function Taken() {
  return (
    <>
      <p>Someone with this address has an account already. Look for their organisation in the directory.</p>
      <ButtonLink size="sm" href="/organisations?allOrganisations=true">
        All Organisations
      </ButtonLink>
    </>
  );
}

/** Search for a likely match, 500 ms after the last key, like the check of the address. */
export function useInviteMatch(email: string, organisationName: string): Match | null {
  const address = isEmail(email) ? email.trim() : "";
  const name = organisationName.trim();
  const [match, setMatch] = useState<Match | null>(null);
  const settled = useDebounced(`${address}\n${name}`, 500);
  useEffect(() => {
    const [address = "", name = ""] = settled.split("\n");
    setMatch(null);
    if (!address && name.length < 2) return;
    const abort = new AbortController();
    request("GET", "/api/relationship/match", {
      query: { email: address, organisationName: name },
      signal: abort.signal,
      toast: false,
    }).then(
      ({ match }) => setMatch(match),
      // The notice is optional: without it the invitation works the same.
      () => {},
    );
    return () => abort.abort();
  }, [settled]);
  return match;
}
