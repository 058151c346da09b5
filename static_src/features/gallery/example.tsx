import type { ReactNode } from "react";
import "./gallery.scss";

type SectionProps = { id: string; title: string; children: ReactNode };

/** A group of examples under one heading, which the list at the top of the page links to. */
export function Section({ id, title, children }: SectionProps) {
  return (
    <section className="gallery-section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className="gallery-examples">{children}</div>
    </section>
  );
}

type ExampleProps = {
  /** The names of the components, as they are imported. */
  name: string;
  /** When to use them, in one line. */
  use: string;
  /** Take the whole row: tables and charts. */
  wide?: boolean;
  /** Put the children in a row that wraps; otherwise they are stacked. */
  inline?: boolean;
  children: ReactNode;
};

/** A component in its states, with its name and its use. */
export function Example({ name, use, wide = false, inline = false, children }: ExampleProps) {
  return (
    <div className={wide ? "card gallery-example gallery-wide" : "card gallery-example"}>
      <div className="gallery-caption">
        <h3>{name}</h3>
        <p>{use}</p>
      </div>
      <div className={inline ? "gallery-states gallery-inline" : "gallery-states"}>{children}</div>
    </div>
  );
}
