import { useEffect } from "react";
import { request } from "../../../../api/client";
import { useQuery, useQueryClient } from "../../../../lib/state/queries";
import { useDates } from "../../../../lib/text/dates";
import { Badge, type Tone } from "../../../../ui/badge";
import { Card } from "../../../../ui/card";
import { LoadFailedLine } from "../../../../ui/load-failed-line";
import { Skeleton } from "../../../../ui/skeleton";
import type { Company } from "./company";
import { Domains } from "./domains";
import { ProviderForm } from "./provider-form";
import "./company.scss";

const states: Readonly<Record<Company["state"], { label: string; tone: Tone; text: string }>> = {
  NOT_SET_UP: {
    label: "Not set up",
    tone: "none",
    text: "Verify your domain, then enter what your identity provider shows for this site.",
  },
  DOMAIN_NOT_VERIFIED: {
    label: "Domain not verified",
    tone: "wait",
    text: "The provider is saved. Verify a domain before people can use it.",
  },
  READY: { label: "Ready", tone: "info", text: "Try it, then switch it on." },
  ON: { label: "On", tone: "ok", text: "People can sign in with it, or as before." },
  ENFORCED: {
    label: "Only company sign-in",
    tone: "ok",
    text: "Passwords and passkeys work only for break-glass users.",
  },
};

const companyKey = ["companySignIn"];

/** The card of /setup/security for the organisation's identity provider. */
export function CompanyCard() {
  const client = useQueryClient();
  const { data, isError, refetch } = useQuery({
    queryKey: companyKey,
    queryFn: ({ signal }) => request("GET", "/api/companySignIn", { signal }),
  });
  useEffect(() => {
    // After a trial in another window, show if the provider was reached.
    const reload = () => void client.invalidateQueries({ queryKey: companyKey });
    window.addEventListener("focus", reload);
    return () => window.removeEventListener("focus", reload);
  }, [client]);
  const state = data && states[data.state];
  return (
    <Card
      title="Company sign-in"
      className="company-card"
      actions={state && <Badge tone={state.tone}>{state.label}</Badge>}
    >
      <p className="text-secondary">
        People sign in with your own identity provider (OpenID Connect), such as Entra ID, Okta, Google
        Workspace or Keycloak. Your provider decides about second factors: the rules above do not apply to
        company sign-ins.
      </p>
      {isError && !data && <LoadFailedLine title="The settings could not be loaded." refetch={refetch} />}
      {!data && !isError && <Skeleton lines={6} />}
      {data && !data.canSetUp && (
        <p className="mb-0">Not available here yet: the operator of this site has to set DATA_KEYS.</p>
      )}
      {data?.canSetUp && (
        <>
          <p>{state?.text}</p>
          <Problem company={data} />
          <Domains domains={data.domains} onChanged={() => refetch()} />
          <ProviderForm
            key={data.provider ? "provider" : "new"}
            company={data}
            onSaved={(saved) => client.setQueryData(companyKey, saved)}
            onRemoved={() => refetch()}
          />
        </>
      )}
    </Card>
  );
}

function Problem({ company: { provider } }: { company: Company }) {
  const dates = useDates();
  if (!provider?.problem) return null;
  return (
    <div className="alert alert-warning">
      Your provider could not be reached
      {provider.problemSince && ` since ${dates.dateTime(provider.problemSince)}`}. {provider.problem}
    </div>
  );
}
