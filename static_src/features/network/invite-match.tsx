import { useEffect, useState } from "react";
import { request } from "../../api/client";
import { isEmail } from "../../lib/email";
import { useDebounced } from "../../lib/use-debounced";
import { ButtonLink } from "../../ui/button";
import { Icon } from "../../ui/icon";

type Match = { id: number; name: string };

/** Says when the organisation that is being invited seems to be here already, and offers to add it instead. */
export function InviteMatch({ email, organisationName }: { email: string; organisationName: string }) {
  const match = useMatch(isEmail(email) ? email.trim() : "", organisationName.trim());
  return (
    <div role="status">
      {match && (
        <div className="alert alert-info notice">
          <Icon name="info" />
          <div>
            <p>
              <strong>{match.name}</strong> is here already. You don't need to invite it: add it to your
              network.
            </p>
            <ButtonLink size="sm" href={`/organisations/${match.id}`}>
              Add Supplier To My Network
            </ButtonLink>
          </div>
        </div>
      )}
    </div>
  );
}

/** Ask for a likely match, 500 ms after the last key like the check of the address. */
function useMatch(email: string, organisationName: string): Match | null {
  const [found, setFound] = useState<Match | null>(null);
  const settled = useDebounced(`${email}\n${organisationName}`, 500);
  useEffect(() => {
    const [address = "", name = ""] = settled.split("\n");
    setFound(null);
    if (!address && name.length < 2) return;
    const abort = new AbortController();
    request<{ match: Match | null }>("GET", "/api/relationship/match", {
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
