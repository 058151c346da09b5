/**
 * Runs at the top of every page, before any module: the server inlines its build (templates/layouts/base.html).
 * It sets the theme, starts the page's modules after the first paint, and buffers what the user does in islands that
 * are not hydrated yet; mount.tsx replays it.
 */

import { startFind } from "./early-find";

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** A mount point with the button that was pressed last and the values that were typed before it was hydrated. */
export interface EarlyIsland extends HTMLElement {
  pressedEarly?: HTMLButtonElement;
  typedEarly?: Map<Control, string | boolean>;
}

/** Set the system's theme if the server wrote none into the page. */
export function setTheme(root: HTMLElement): void {
  root.dataset.bsTheme ??= matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Hold back a click on a button of an island that is not hydrated: a menu would open and close if React saw it twice. */
export function bufferClick(event: Event): void {
  const button = (event.target as Element).closest("button");
  const island = button?.closest<EarlyIsland>("[data-island]");
  if (!button || !island || ("mounted" in island.dataset && island.pressedEarly !== button)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  island.pressedEarly = button;
}

/** Remember the value of a control of an island that is not hydrated; the control changed last comes last. */
export function bufferInput(event: Event): void {
  const control = event.target as Control;
  const island = control.closest<EarlyIsland>("[data-island]:not([data-mounted])");
  // The palette takes the text of the field "Find or do" from it.
  if (!island || control.id === "find") return;
  island.typedEarly ??= new Map();
  island.typedEarly.delete(control);
  const isTickable = control.type === "checkbox" || control.type === "radio";
  island.typedEarly.set(control, isTickable ? (control as HTMLInputElement).checked : control.value);
}

/** The network as reported by Chromium; other browsers do not report it. */
interface Connection {
  effectiveType: string;
  saveData: boolean;
}

/**
 * Load the font together with the styles. Its text is shown without it if it comes too late (font-display: optional),
 * so on a slow network it would only take bandwidth from the styles; the second page then has it from the cache.
 */
export function preloadFont(href: string): void {
  const { connection } = navigator as Navigator & { connection?: Connection };
  if (connection && (connection.saveData || connection.effectiveType !== "4g")) return;
  const link = { rel: "preload", href, as: "font", type: "font/woff2", crossOrigin: "anonymous" };
  document.head.append(Object.assign(document.createElement("link"), link));
}

/**
 * Load the modules that `script` names: `data-mount` runs, the ones in `data-preload` are only fetched.
 * The first paint does not need them, so they wait for it and leave the network to the styles and the font. They run
 * when the page is parsed, because they look for its islands once.
 */
export function startModules(script: HTMLScriptElement): void {
  const start = () => {
    for (const href of (script.dataset.preload ?? "").split(" ").filter(Boolean)) {
      document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
    }
    const { mount = "" } = script.dataset;
    const module = { type: "module", src: mount, nonce: script.nonce };
    const run = () => document.head.append(Object.assign(document.createElement("script"), module));
    // A long page can be painted before its last islands and their props are parsed.
    if (document.readyState === "loading") addEventListener("DOMContentLoaded", run, { once: true });
    else run();
  };
  // A hidden page is not painted, so requestAnimationFrame would never run.
  if (document.hidden) start();
  else requestAnimationFrame(() => setTimeout(start));
}

const { currentScript } = document;
if (currentScript instanceof HTMLScriptElement && currentScript.dataset.mount) {
  setTheme(document.documentElement);
  addEventListener("click", bufferClick, true);
  addEventListener("input", bufferInput, true);
  preloadFont(currentScript.dataset.font ?? "");
  if (/Mac|iP/.test(navigator.platform)) document.documentElement.dataset.mac = "";
  startFind(currentScript.dataset.findSheet ?? "");
  startModules(currentScript);
}
