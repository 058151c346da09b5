import { Component, type ComponentType, type ReactNode, useEffect, useLayoutEffect } from "react";
import { type PageContext, PageContextProvider } from "../lib/browser/page-context";

/** Keeps one island's failure from taking the rest of the page with it. */
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
  /** Called in the browser as soon as React has the elements, in the same turn. */
  onHydrated?: () => void;
  /** Called in the browser once the island answers to people and to what other islands tell it. */
  onMounted?: () => void;
};

/** What both sides render for an island, so that the browser finds what the server made. */
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
