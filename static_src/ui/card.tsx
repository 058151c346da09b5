import type { ReactNode } from "react";
import { classNames } from "./class-names";

type Props = {
  title?: ReactNode;
  /** Links and buttons at the end of the heading. */
  actions?: ReactNode;
  /** The heading level: 3 for a card inside a section that has an h2. */
  level?: 2 | 3;
  /** Without the body's padding, for lists and tables. */
  flush?: boolean;
  className?: string;
  children: ReactNode;
};

export function Card({ title, actions, level = 2, flush = false, className, children }: Props) {
  const Heading = level === 2 ? "h2" : "h3";
  // A section needs a heading.
  const Frame = title ? "section" : "div";
  return (
    <Frame className={classNames("card", className)}>
      {(title || actions) && (
        <div className="card-header">
          {title && <Heading>{title}</Heading>}
          {actions && <div className="card-actions">{actions}</div>}
        </div>
      )}
      {flush ? children : <div className="card-body">{children}</div>}
    </Frame>
  );
}

/** Name and value pairs: in a row under a heading, or stacked in a side panel. */
export function Facts({
  items,
  stacked = false,
}: {
  items: readonly [ReactNode, ReactNode][];
  stacked?: boolean;
}) {
  return (
    <dl className={classNames("facts", stacked && "facts-stacked")}>
      {items.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pairs of one panel never change their order
        <div key={index}>
          <dt>{name}</dt>
          <dd>{typeof value === "string" ? <bdi>{value}</bdi> : value}</dd>
        </div>
      ))}
    </dl>
  );
}
