import type { ApiBody } from "../../../../api/types";
import type { Company } from "./company";

type Use = NonNullable<Company["provider"]>["use"];

/** A row of the form; `key` identifies it while it is edited. */
export type GroupRow = { key: number; name: string; roleId: number | null };

export type Values = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  use: Use;
  joinsUnknown: boolean;
  groupsClaim: string;
  groups: GroupRow[];
  breakGlassUserIds: number[];
};

/** Return the values of the form for the saved settings. The secret is never loaded. */
export function valuesOf({ provider, keepers }: Company): Values {
  return {
    issuer: provider?.issuer ?? "",
    clientId: provider?.clientId ?? "",
    clientSecret: "",
    use: provider?.use ?? "OFF",
    joinsUnknown: provider?.joinsUnknown ?? false,
    groupsClaim: provider?.groupsClaim ?? "groups",
    groups: (provider?.groups ?? []).map((group, index) => ({ key: index, ...group })),
    breakGlassUserIds: keepers.flatMap(({ id, isBreakGlass }) => (isBreakGlass ? [id] : [])),
  };
}

/** Return the body of the request. Rows of groups without a name and a role are left out. */
export function bodyOf(values: Values): ApiBody<"CompanySignInChange"> {
  return {
    ...values,
    issuer: values.issuer.trim(),
    clientId: values.clientId.trim(),
    clientSecret: values.clientSecret || null,
    groups: values.groups.flatMap(({ name, roleId }) =>
      name.trim() && roleId ? [{ name: name.trim(), roleId }] : [],
    ),
  };
}

/** Return the errors of the values, by field. */
export function check(values: Values, company: Company) {
  const isNewIssuer = values.issuer.trim() !== company.provider?.issuer;
  const isUnfinished = values.groups.some(({ name, roleId }) => Boolean(name.trim()) !== Boolean(roleId));
  return {
    issuer: values.issuer.trim() ? undefined : "The issuer URL is required.",
    clientId: values.clientId.trim() ? undefined : "The client id is required.",
    clientSecret: values.clientSecret || !isNewIssuer ? undefined : "The client secret is required.",
    groupsClaim: values.groupsClaim.trim() ? undefined : "The claim is required.",
    groups: isUnfinished ? "Enter a name and choose a role for each group." : undefined,
    breakGlassUserIds:
      values.use === "REQUIRED" && values.breakGlassUserIds.length === 0
        ? "Choose at least one user who can sign in if the company sign-in fails."
        : undefined,
  };
}
