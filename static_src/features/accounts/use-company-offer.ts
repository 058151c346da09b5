import { useEffect, useState } from "react";
import { request } from "../../api/client";
import type { ApiResponse } from "../../api/types";

export type CompanyOffer = NonNullable<ApiResponse<"OfferAnswer">["offer"]>;

/** Milliseconds without typing after which the domain is looked up. */
const pause = 400;

const domainPattern = /@([^\s@]+\.[^\s@.]{2,})$/;

/**
 * Return the company sign-in for the domain of a typed address, or null. Only the domain is sent. Without a response the
 * form works as before.
 */
export function useCompanyOffer(email: string): CompanyOffer | null {
  const domain = domainPattern.exec(email.trim())?.[1]?.toLowerCase() ?? "";
  const [result, setResult] = useState<{ domain: string; offer: CompanyOffer | null }>({
    domain: "",
    offer: null,
  });
  useEffect(() => {
    if (!domain) return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      request("GET", "/api/session/companySignIn", {
        query: { domain },
        anonymous: true,
        toast: false,
        signal: controller.signal,
      }).then(
        ({ offer }) => setResult({ domain, offer }),
        () => undefined,
      );
    }, pause);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [domain]);
  return result.domain === domain ? result.offer : null;
}
