import type { ReactNode } from "react";
import { usePageContext } from "../../lib/browser/page-context";
import { ButtonLink } from "../../ui/button";
import { Icon } from "../../ui/icon";
import type { IconName } from "../../ui/icons";

/** Error page with an explanation and a link home. */
export function ErrorPage({
  icon,
  title,
  again = false,
  children,
}: {
  icon: IconName;
  title: string;
  /** True if a retry of the same address may succeed. */
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
