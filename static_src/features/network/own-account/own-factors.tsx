import { request } from "../../../api/client";
import { FactorList } from "../../../domain/sign-in/factor-list";
import { emit } from "../../../lib/events";
import { useQuery } from "../../../lib/state/queries";
import { Card } from "../../../ui/card";
import { LoadFailedLine } from "../../../ui/load-failed-line";
import { Skeleton } from "../../../ui/skeleton";
import { OwnIdentities } from "./own-identities";

/** The card Sign-in of My Details: passkeys, authenticator app and recovery codes. */
export function OwnFactors() {
  const { data, isError, refetch } = useQuery({
    queryKey: ["ownFactors"],
    queryFn: ({ signal }) => request("GET", "/api/user/factor", { signal }),
  });
  return (
    <Card title="Sign-in">
      <p className="text-secondary">
        A passkey or an authenticator app protects your account if someone learns your password. With a
        passkey you can also sign in without a password.
      </p>
      {isError && !data && <LoadFailedLine title="The list could not be loaded." refetch={refetch} />}
      {!data && !isError && <Skeleton lines={3} />}
      <OwnIdentities />
      {data && (
        <FactorList
          factors={data}
          onChanged={() => {
            refetch();
            emit("EVENT_LOG_CHANGED", {});
          }}
        />
      )}
    </Card>
  );
}
