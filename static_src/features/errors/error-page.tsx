import type { ReactNode } from "react";
import { usePageContext } from "../../lib/browser/page-context";
import { ButtonLink } from "../../ui/button";
import { Icon } from "../../ui/icon";
import type { IconName } from "../../ui/icons";

/** A page that says why there is nothing more on it, with the way home. */
export function ErrorPage({
  icon,
  title,
  again = false,
  children,
}: {
  icon: IconName;
  title: string;
  /** Whether the same address may do another time. */
  again?: boolean | undefined;
  children?: ReactNode;
}) {
  const { user, path, search } = usePageContext();
  return (
    <div className="error-page">
      <Icon name={icon} className="error-page-icon" />
      <h1 className="error-page-title">{title}</h1>
      {children && <p className="text-secondary mb-2">{children}</p>}
      <div className="button-row">
        {again && (
          <ButtonLink variant="primary" href={search ? `${path}?${search}` : path}>
            Try again
          </ButtonLink>
        )}
        {user && user.type !== "GUEST" && <ButtonLink href="/home">Go to Home</ButtonLink>}
        {!user && !again && <ButtonLink href="/login">Go to Login</ButtonLink>}
      </div>
    </div>
  );
}
