import { type ReactNode, useId, useState } from "react";
import { Icon } from "../../../../ui/icon";
import "./panel-group.scss";

/** Groups that the user opened or closed, by title. The next field keeps them. */
export type GroupChoices = {
  isOpen: (title: string) => boolean | undefined;
  choose: (title: string, isOpen: boolean) => void;
};

/** Keep the choices while the page is open. */
export function useGroupChoices(): GroupChoices {
  const [choices, setChoices] = useState<Readonly<Record<string, boolean>>>({});
  return {
    isOpen: (title) => choices[title],
    choose: (title, isOpen) => setChoices((now) => ({ ...now, [title]: isOpen })),
  };
}

type Props = {
  title: string;
  groups: GroupChoices;
  /** Content of the closed group, such as "2 rules". */
  summary?: string | undefined;
  /** True if the group is open until the user chooses. */
  startsOpen?: boolean;
  /** A group with an error is always open, so that the error can be read. */
  hasFault?: boolean;
  /** Button at the end of the heading. */
  action?: ReactNode;
  id?: string | undefined;
  /** Without a body the group is a heading with its summary and its button. */
  children?: ReactNode;
};

/** Group of properties with a heading that opens and closes it. */
export function PanelGroup({
  title,
  groups,
  summary,
  startsOpen = true,
  hasFault = false,
  action,
  id,
  children,
}: Props) {
  const bodyId = useId();
  const hasBody = Boolean(children);
  const isOpen = hasFault || (groups.isOpen(title) ?? startsOpen);
  const heading = (
    <>
      {title}
      {summary && !(hasBody && isOpen) && <span className="form-group-summary">{summary}</span>}
    </>
  );
  return (
    <div className="form-group" id={id}>
      <div className="form-group-head">
        <h3>
          {hasBody ? (
            <button
              type="button"
              className="form-group-toggle"
              aria-expanded={isOpen}
              aria-controls={bodyId}
              aria-disabled={hasFault || undefined}
              onClick={() => !hasFault && groups.choose(title, !isOpen)}
            >
              <Icon name={isOpen ? "down" : "right"} />
              {heading}
            </button>
          ) : (
            <span className="form-group-toggle">{heading}</span>
          )}
        </h3>
        {action}
      </div>
      {hasBody && (
        <div className="form-group-body" id={bodyId} hidden={!isOpen}>
          {children}
        </div>
      )}
    </div>
  );
}
