import type { MouseEvent } from "react";
import { Icon } from "./icon";
import type { IconName } from "./icons";

type FilterTab = { value: string; label: string; href: string; icon?: IconName };

type Props = {
  /** The accessible name. */
  label: string;
  tabs: readonly FilterTab[];
  current: string;
  onChange: (value: string) => void;
};

/** The main filter of a list as tabs above it. Each tab is a link that can be copied. */
export function FilterTabs({ label, tabs, current, onChange }: Props) {
  const open = (event: MouseEvent, value: string) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onChange(value);
  };
  return (
    <nav className="tab-list filter-tabs" aria-label={label}>
      {tabs.map(({ value, label, href, icon }) => (
        <a
          key={value}
          href={href}
          aria-current={value === current ? "true" : undefined}
          onClick={(event) => open(event, value)}
        >
          {icon && <Icon name={icon} />}
          {label}
        </a>
      ))}
    </nav>
  );
}
