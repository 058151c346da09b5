import type { ReactNode } from "react";
import { Icon } from "./icon";

type Props = {
  title: ReactNode;
  /** Badges next to the title. */
  badges?: ReactNode;
  /** A line under the title. */
  sub?: ReactNode;
  /** A back link or crumbs above the title. */
  above?: ReactNode;
  actions?: ReactNode;
};

/** The top of a page, with its only h1. */
export function PageHeader({ title, badges, sub, above, actions }: Props) {
  return (
    <div className="page-header">
      <div className="page-header-text">
        {above}
        <div className="page-title">
          <h1>{title}</h1>
          {badges}
        </div>
        {sub && <div className="sub">{sub}</div>}
      </div>
      {actions && <div className="page-actions">{actions}</div>}
    </div>
  );
}

/** A link to the previous page; `href` is the target if the previous page is not on this site. */
export function BackLink({ href, children = "Back" }: { href: string; children?: ReactNode }) {
  const goBack = (event: { preventDefault: () => void; metaKey: boolean; ctrlKey: boolean }) => {
    if (event.metaKey || event.ctrlKey || window.history.length <= 1) return;
    if (!document.referrer.startsWith(`${window.location.origin}/`)) return;
    event.preventDefault();
    window.history.back();
  };
  return (
    <a className="back-link" href={href} onClick={goBack}>
      <Icon name="back" />
      {children}
    </a>
  );
}

/** Breadcrumbs; every step except the last is a link. */
export function Crumbs({ items }: { items: readonly { label: string; href?: string }[] }) {
  return (
    <nav className="crumbs" aria-label="Breadcrumb">
      {items.map(({ label, href }, index) => (
        <span key={label}>
          {index > 0 && <span aria-hidden="true">/ </span>}
          {href ? <a href={href}>{label}</a> : <span className="text-secondary">{label}</span>}{" "}
        </span>
      ))}
    </nav>
  );
}
