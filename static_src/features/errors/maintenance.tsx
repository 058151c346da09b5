import { opensSignedOut } from "../../api/leave";
import { usePageContext } from "../../lib/browser/page-context";
import { ButtonLink } from "../../ui/button";
import "./errors.scss";

/**
 * The maintenance page (specification, section 2): a background and a link that loads the new release. The link goes
 * to sign-in with the previous page as its destination; for a guest it is the guest's link, because guests have no
 * sign-in.
 */
export default function Maintenance({ returnUrl }: { returnUrl: string | null }) {
  const { productName } = usePageContext();
  return (
    <div className="error-page maintenance">
      <div className="maintenance-card card">
        <h1 className="error-page-title">{productName} is being updated</h1>
        <p className="text-secondary mb-0">
          It will be back in a moment. What you were writing is kept on this device.
        </p>
        <ButtonLink variant="primary" href={loginHref(returnUrl)}>
          Login
        </ButtonLink>
      </div>
    </div>
  );
}

function loginHref(returnUrl: string | null): string {
  if (!returnUrl) return "/login";
  return opensSignedOut(returnUrl) ? returnUrl : `/login?returnUrl=${encodeURIComponent(returnUrl)}`;
}
