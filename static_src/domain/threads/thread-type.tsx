import { Icon } from "../../ui/icon";
import { type ThreadType, threadTypes } from "./threads";
import "./threads.scss";

/** The type of a thread with its icon. */
export function ThreadTypeLabel({ type }: { type: ThreadType }) {
  const { label, icon } = threadTypes[type];
  return (
    <span className="thread-type">
      <Icon name={icon} />
      {label}
    </span>
  );
}
