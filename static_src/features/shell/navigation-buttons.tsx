import { useEffect, useRef, useSyncExternalStore } from "react";
import { setPreferenceCookie } from "../../lib/browser/cookies";
import { IconButton } from "../../ui/button";

/**
 * The left navigation is server-rendered HTML. An attribute of the root element has its state: "collapsed" to its
 * icons (stored in a cookie); "auto", collapsed in narrow windows on pages that need the width; or, below 690 px, "open"
 * over the page.
 */
const navEvent = "assay:nav";
const navId = "nav-left";

function setNav(state: "collapsed" | "open" | null): void {
  if (state) document.documentElement.dataset.nav = state;
  else delete document.documentElement.dataset.nav;
  window.dispatchEvent(new Event(navEvent));
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener(navEvent, onChange);
  window.addEventListener("resize", onChange);
  return () => {
    window.removeEventListener(navEvent, onChange);
    window.removeEventListener("resize", onChange);
  };
}

/** The width below which `auto` collapses the navigation (styles/_list-layout.scss). */
const narrow = "(max-width: 1539.98px)";

function currentNav(): string {
  const { nav = "" } = document.documentElement.dataset;
  return nav === "auto" && window.matchMedia(narrow).matches ? "auto narrow" : nav;
}

function useNav(): string {
  return useSyncExternalStore(subscribe, currentNav, () => "");
}

/** Two buttons for the same action; CSS shows the one for the current width. */
export function NavigationButtons() {
  const nav = useNav();
  const opener = useRef<HTMLButtonElement>(null);
  const open = nav === "open";
  const collapsed = nav === "collapsed" || nav === "auto narrow";

  useEffect(() => {
    if (!open) return;
    const panel = document.getElementById(navId);
    panel?.querySelector<HTMLElement>("a")?.focus();
    const close = () => setNav(null);
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      close();
      opener.current?.focus();
    };
    const onPointer = (event: PointerEvent) => {
      const target = event.target as Node;
      if (!panel?.contains(target) && !opener.current?.contains(target)) close();
    };
    const wide = window.matchMedia("(min-width: 690px)");
    document.addEventListener("keydown", onKey);
    document.addEventListener("pointerdown", onPointer);
    wide.addEventListener("change", close);
    return () => {
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("pointerdown", onPointer);
      wide.removeEventListener("change", close);
    };
  }, [open]);

  const toggleCollapsed = () => {
    // Opened on such a page, it stays open on all of them; other pages treat "open" as no preference.
    setPreferenceCookie("assay_nav", collapsed ? (nav === "collapsed" ? null : "open") : "collapsed");
    setNav(collapsed ? null : "collapsed");
  };

  return (
    <>
      <IconButton
        ref={opener}
        className="nav-open"
        icon={open ? "close" : "menu"}
        label={open ? "Close the navigation" : "Open the navigation"}
        aria-expanded={open}
        aria-controls={navId}
        onClick={() => setNav(open ? null : "open")}
      />
      <IconButton
        className="nav-fold"
        icon="collapse"
        label={collapsed ? "Show the navigation's words" : "Fold the navigation to icons"}
        aria-pressed={collapsed}
        aria-controls={navId}
        onClick={toggleCollapsed}
      />
    </>
  );
}
