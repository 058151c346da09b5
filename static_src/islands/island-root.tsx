import { Component, type ComponentType, type ReactNode, useEffect, useLayoutEffect } from "react";
import { type PageContext, PageContextProvider } from "../lib/browser/page-context";

/** An error boundary, so that the failure of one island leaves the rest of the page intact. */
class IslandBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <div className="alert alert-danger" role="alert">
        This part of the page stopped working.{" "}
        <button type="button" className="btn btn-link p-0 align-baseline" onClick={() => location.reload()}>
          Reload the page
        </button>
      </div>
    );
  }
}

type Props = {
  island: ComponentType<never>;
  props: Record<string, unknown>;
  context: PageContext;
  /** Called in the browser in the layout effect of hydration, before the browser handles other events. */
  onHydrated?: () => void;
  /** Called in the browser once the island handles clicks and the events of other islands. */
  onMounted?: () => void;
};

/** The root of an island, the same on server and browser, so that hydration matches. */
export function IslandRoot({ island, props, context, onHydrated, onMounted }: Props) {
  const Island = island as ComponentType<Record<string, unknown>>;
  useLayoutEffect(() => onHydrated?.(), [onHydrated]);
  useEffect(() => onMounted?.(), [onMounted]);
  return (
    <PageContextProvider value={context}>
      <IslandBoundary>
        <Island {...props} />
      </IslandBoundary>
    </PageContextProvider>
  );
}
