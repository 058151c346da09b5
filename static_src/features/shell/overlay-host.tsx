import { type ComponentType, useEffect, useState } from "react";
import { type BrowserEventName, type BrowserEvents, listen } from "../../lib/events";

/** What a modal of the shell is given: what its opener knew, and how to close. */
export type OverlayProps<N extends BrowserEventName> = {
  detail: BrowserEvents[N];
  show: boolean;
  onClose: () => void;
};

/** Which module draws the modal that an event opens; its default export is the component. */
export type OverlayRegistry = {
  [N in BrowserEventName]?: () => Promise<{ default: ComponentType<OverlayProps<N>> }>;
};

type Opened = {
  name: BrowserEventName;
  detail: unknown;
  component: ComponentType<OverlayProps<never>>;
  /** Each opening is a modal of its own, with nothing left of the one before. */
  count: number;
  show: boolean;
};

/** Opens the modals that several screens share when their event is heard, each fetched when it is first needed. */
export function OverlayHost({ registry }: { registry: OverlayRegistry }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  useEffect(() => {
    const stops = (Object.keys(registry) as BrowserEventName[]).map((name) =>
      listen(name, async (detail) => {
        const module = await registry[name]?.();
        if (!module) return;
        const component = module.default as ComponentType<OverlayProps<never>>;
        setOpened((before) => ({ name, detail, component, count: (before?.count ?? 0) + 1, show: true }));
      }),
    );
    return () => {
      for (const stop of stops) stop();
    };
  }, [registry]);
  if (!opened) return null;
  const { component: Overlay, detail, count, show } = opened;
  return (
    <Overlay
      key={count}
      detail={detail as never}
      show={show}
      onClose={() => setOpened((now) => (now?.count === count ? { ...now, show: false } : now))}
    />
  );
}
