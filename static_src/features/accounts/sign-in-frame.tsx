import { type ReactNode, useEffect, useRef } from "react";
import { usePageContext } from "../../lib/browser/page-context";
import { ButtonLink } from "../../ui/button";
import { classNames } from "../../ui/class-names";
import "./accounts.scss";

type Props = {
  title: ReactNode;
  /** One or two sentences below the title. */
  sub?: ReactNode;
  /** True if this view has replaced another one: the heading takes the focus, so that screen readers read it. */
  announce?: boolean;
  /** For forms with more than a few fields. */
  wide?: boolean;
  /** Rendered above the title in the card (the sender of an invitation). */
  above?: ReactNode;
  children?: ReactNode;
};

/** Page without a signed-in user: the logo of the product, and a card in the centre. */
export function SignInFrame({ title, sub, announce = false, wide = false, above, children }: Props) {
  const { productName } = usePageContext();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (announce) heading.current?.focus();
  }, [announce]);
  return (
    <div className={classNames("sign-in", wide && "sign-in-wide")}>
      <div className="sign-in-brand brand">
        <span className="brand-mark" aria-hidden="true">
          {productName[0]}
        </span>
        {productName}
      </div>
      <section className="card">
        <div className="card-body">
          {above}
          <h1 ref={heading} tabIndex={-1} className="sign-in-title">
            {title}
          </h1>
          {sub && <div className="sub sign-in-sub">{sub}</div>}
          {children}
        </div>
      </section>
    </div>
  );
}

/** Link to sign-in, on pages of links that are no longer valid. */
export function LoginLink({ children }: { children: string }) {
  return (
    <div className="sign-in-actions">
      <ButtonLink variant="primary" href="/login">
        {children}
      </ButtonLink>
    </div>
  );
}
