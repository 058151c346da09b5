import { type ReactNode, useEffect, useRef } from "react";
import { useLoaded } from "./use-loaded";

/** The modules of late parts on the server, by the function that loads them in the browser (islands/server.tsx). */
export const serverModules = new Map<unknown, object>();

type Props<T> = {
  load: () => Promise<T>;
  /** Class of the element around the part. */
  className?: string;
  children: (module: T) => ReactNode;
};

const noHtml = { __html: "" };

/**
 * Part of a page whose module loads after the page. The server renders the part, and its HTML stays until the module is
 * there, so that nothing moves. A control that is pressed before is pressed again then.
 */
export function LatePart<T extends object>({ load, className, children }: Props<T>) {
  const html = useRef<HTMLDivElement>(null);
  const root = useRef<HTMLDivElement>(null);
  const pressed = useRef(-1);
  const loaded = useLoaded(load);
  useEffect(() => {
    const served = html.current;
    const press = (event: MouseEvent) => {
      event.preventDefault();
      const target = event.target as Node;
      pressed.current = served ? controlsOf(served).findIndex((control) => control.contains(target)) : -1;
    };
    served?.addEventListener("click", press);
    return () => served?.removeEventListener("click", press);
  }, []);
  useEffect(() => {
    if (loaded && root.current) controlsOf(root.current)[pressed.current]?.click();
  }, [loaded]);
  const module = loaded ?? (serverModules.get(load) as T | undefined);
  if (module) {
    return (
      <div key="part" ref={root} className={className}>
        {children(module)}
      </div>
    );
  }
  return (
    <div
      key="html"
      ref={html}
      className={className}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: keeps the HTML of the server, which hydration does not change
      dangerouslySetInnerHTML={noHtml}
      suppressHydrationWarning
    />
  );
}

const controlsOf = (root: HTMLElement) => [...root.querySelectorAll<HTMLElement>("button, summary")];
