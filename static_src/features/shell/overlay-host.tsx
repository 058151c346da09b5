import { type ComponentType, useEffect, useState } from "react";
import { type BrowserEventName, listen } from "../../lib/events";
import type { OverlayProps, OverlayRegistry } from "../../lib/overlays";

type Opened = {
  name: BrowserEventName;
  detail: unknown;
  component: ComponentType<OverlayProps<never>>;
  /** Increases with each opening, so that React mounts a new modal without state of the previous one. */
  count: number;
  show: boolean;
};

/**
 * Open the modals that several screens share when their browser event is dispatched. The code of each loads on first
 * use.
 */
export function OverlayHost({ registry }: { registry: OverlayRegistry }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  useEffect(() => {
    const removers = (Object.keys(registry) as BrowserEventName[]).map((name) =>
      listen(name, async (detail) => {
        const module = await registry[name]?.();
        if (!module) return;
        const component = module.default as ComponentType<OverlayProps<never>>;
        setOpened((previous) => ({ name, detail, component, count: (previous?.count ?? 0) + 1, show: true }));
      }),
    );
    return () => {
      for (const remove of removers) remove();
    };
  }, [registry]);
  if (!opened) return null;
  const { component: Overlay, detail, count, show } = opened;
  return (
    <Overlay
      key={count}
      detail={detail as never}
      show={show}
      onClose={() =>
        setOpened((current) => (current?.count === count ? { ...current, show: false } : current))
      }
    />
  );
}
