import type { ComponentProps, ReactNode } from "react";
import { OrgLogo } from "../people/faces";
import "./guest-intro.scss";

type Props = Pick<ComponentProps<typeof OrgLogo>, "organisation"> & { children: ReactNode };

/** The line above the title of a guest's page: the logo of the organisation that asks, and its request. */
export function GuestIntro({ organisation, children }: Props) {
  return (
    <p className="guest-intro">
      <OrgLogo organisation={organisation} />
      <span>{children}</span>
    </p>
  );
}
