import type { ReactNode } from "react";
import { usePageContext } from "../../lib/page-context";
import { ButtonLink } from "../../ui/button";
import { Icon } from "../../ui/icon";
import type { IconName } from "../../ui/icons";

/** A page that says why there is nothing more on it, with the way home. */
export function ErrorPage({
  icon,
  title,
  children,
}: {
  icon: IconName;
  title: string;
  children?: ReactNode;
}) {
  const { user } = usePageContext();
  return (
    <div className="error-page">
      <Icon name={icon} className="error-page-icon" />
      <h1 className="error-page-title">{title}</h1>
      {children && <p className="text-secondary mb-2">{children}</p>}
      {user?.type !== "GUEST" && (
        <ButtonLink href={user ? "/home" : "/login"}>{user ? "Go to Home" : "Go to Login"}</ButtonLink>
      )}
    </div>
  );
}
