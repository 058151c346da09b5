import { useState } from "react";
import { usePageContext } from "../../lib/browser/page-context";
import { useBrowserEvent } from "../../lib/events";
import { Icon } from "../../ui/icon";
import "./bell.scss";

/**
 * A link to the updates on Home with the number of unread ones. Updates that are also tasks are not counted: the number at
 * Home in the navigation has them.
 */
export function Bell() {
  const { live } = usePageContext();
  const [count, setCount] = useState(live?.unreadNews ?? 0);
  useBrowserEvent("NOTIFICATIONS_CHANGED", ({ unreadNews }) => setCount(unreadNews));
  if (!live) return null;
  const number = count > 99 ? "99+" : String(count);
  const label = count > 0 ? `Updates, ${number} unread` : "Updates";
  return (
    <a className="btn btn-quiet btn-icon bell" href="/home#updates" aria-label={label} title={label}>
      <Icon name="bell" size="lg" />
      {count > 0 && (
        <span className="bell-count num" aria-hidden="true">
          {number}
        </span>
      )}
    </a>
  );
}
