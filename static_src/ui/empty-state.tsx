import type { ReactNode } from "react";
import { Icon } from "./icon";
import type { IconName } from "./icons";

type Props = {
  icon?: IconName;
  title: ReactNode;
  /** A description of the content that will appear here. */
  text?: ReactNode;
  /** The button that creates or reveals content. */
  action?: ReactNode;
};

export function EmptyState({ icon, title, text, action }: Props) {
  return (
    <div className="empty-state">
      {icon && <Icon name={icon} />}
      <p className="empty-title">{title}</p>
      {text && <p className="empty-text">{text}</p>}
      {action && <div className="empty-action">{action}</div>}
    </div>
  );
}
