import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useRef, useState } from "react";
import { replaceQuery, useQueryParam } from "../lib/state/use-query-param";
import { useShownInStrip } from "./use-shown-in-strip";

export type Tab = {
  key: string;
  label: ReactNode;
  /** Drawn while the tab is the active one. */
  content: () => ReactNode;
  /** Once opened, the panel stays in the page, hidden (for what must not be lost). */
  keep?: boolean;
};

type Props = {
  tabs: readonly Tab[];
  /** What the set is, for screen readers. */
  label: string;
  param?: string;
};

/** Tabs that keep the active one in the address (?tab=); each is a link that can be copied. */
export function Tabs({ tabs, label, param = "tab" }: Props) {
  const id = useId();
  const [wanted] = useQueryParam(param);
  const active = tabs.find(({ key }) => key === wanted) ?? tabs[0];
  const [opened, setOpened] = useState<string[]>([]);
  const list = useRef<HTMLDivElement>(null);
  useShownInStrip(list, `[data-tab="${active?.key}"]`, active?.key);
  if (!active) return null;
  if (!opened.includes(active.key)) setOpened([...opened, active.key]);

  const open = (key: string) => {
    // The other parameters are the filters of the tab that is left.
    if (key !== active.key) replaceQuery({ [param]: key });
  };
  const onClick = (event: MouseEvent, key: string) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    open(key);
  };
  const onKey = (event: KeyboardEvent) => {
    const at = tabs.indexOf(active);
    const target = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
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
