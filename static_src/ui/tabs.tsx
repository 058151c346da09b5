import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useRef, useState } from "react";
import { replaceQuery, useQueryParam } from "../lib/state/use-query-param";
import { useShownInStrip } from "./use-shown-in-strip";

export type Tab = {
  key: string;
  label: ReactNode;
  /** Rendered while the tab is active. */
  content: () => ReactNode;
  /** Keep the panel mounted, hidden, once it has been opened, so that its state is not lost. */
  keep?: boolean;
};

type Props = {
  tabs: readonly Tab[];
  /** The accessible name of the tab list. */
  label: string;
  param?: string;
};

/** Tabs with the active key in the address (?tab=). Each tab is a link that can be copied. */
export function Tabs({ tabs, label, param = "tab" }: Props) {
  const id = useId();
  const [activeKey] = useQueryParam(param);
  const active = tabs.find(({ key }) => key === activeKey) ?? tabs[0];
  const [opened, setOpened] = useState<string[]>([]);
  const list = useRef<HTMLDivElement>(null);
  useShownInStrip(list, `[data-tab="${active?.key}"]`, active?.key);
  if (!active) return null;
  if (!opened.includes(active.key)) setOpened([...opened, active.key]);

  const open = (key: string) => {
    // Drop the other parameters: they are filters of the current tab.
    if (key !== active.key) replaceQuery({ [param]: key });
  };
  const onClick = (event: MouseEvent, key: string) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    open(key);
  };
  const onKey = (event: KeyboardEvent) => {
    const current = tabs.indexOf(active);
    const target = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: tabs.length - 1 }[
      event.key
    ];
    const tab = target === undefined ? undefined : tabs[(target + tabs.length) % tabs.length];
    if (event.key === " ") event.preventDefault();
    if (!tab) return;
    event.preventDefault();
    open(tab.key);
    list.current?.querySelector<HTMLElement>(`[data-tab="${tab.key}"]`)?.focus();
  };

  return (
    <>
      <div className="tab-list" role="tablist" aria-label={label} ref={list}>
        {tabs.map((tab) => (
          <a
            key={tab.key}
            id={`${id}-tab-${tab.key}`}
            role="tab"
            data-tab={tab.key}
            href={`?${param}=${tab.key}`}
            aria-selected={tab === active}
            aria-controls={tab === active ? `${id}-panel-${tab.key}` : undefined}
            tabIndex={tab === active ? 0 : -1}
            onClick={(event) => onClick(event, tab.key)}
            onKeyDown={onKey}
          >
            {tab.label}
          </a>
        ))}
      </div>
      {tabs.map(
        (tab) =>
          (tab === active || (tab.keep && opened.includes(tab.key))) && (
            <div
              key={tab.key}
              id={`${id}-panel-${tab.key}`}
              role="tabpanel"
              aria-labelledby={`${id}-tab-${tab.key}`}
              hidden={tab !== active}
            >
              {tab.content()}
            </div>
          ),
      )}
    </>
  );
}
