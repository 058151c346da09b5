import { type ComponentType, useEffect, useState } from "react";
import { type BrowserEventName, listen } from "../../lib/events";
import type { OverlayProps, OverlayRegistry } from "../../lib/overlays";

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
