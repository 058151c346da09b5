import { type ReactNode, useEffect, useRef } from "react";
import { usePageContext } from "../../lib/browser/page-context";
import { ButtonLink } from "../../ui/button";
import { classNames } from "../../ui/class-names";
import "./accounts.scss";

type Props = {
  title: ReactNode;
  /** A sentence or two under the title. */
  sub?: ReactNode;
  /** The view took the place of another: its heading takes the focus, so that it is read out. */
  announce?: boolean;
  /** For forms with more than a few fields. */
  wide?: boolean;
  /** What stands above the title in the card (who sent an invitation). */
  above?: ReactNode;
  children?: ReactNode;
};

/** The page of somebody who is not signed in: the product's mark, and one card in the middle. */
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

/** The way on from a link that no longer holds. */
export function LoginLink({ children }: { children: string }) {
  return (
    <div className="sign-in-actions">
      <ButtonLink variant="primary" href="/login">
        {children}
      </ButtonLink>
    </div>
  );
}
