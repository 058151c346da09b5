/**
 * The field "Find or do" of the top bar: its keys and clicks open the palette (features/shell/find). A part of the inline
 * script, so that it works before the page's modules have loaded. Text that is typed meanwhile stays in the field.
 */

/** Milliseconds for which the palette may load before another key opens it again. */
const patience = 4_000;
const editable = "input, textarea, select, [contenteditable]";

/** Listen to the keys and clicks that open the palette, whose style sheet is `sheet`. Returns a function that stops this. */
export function startFind(sheet: string): () => void {
  const stop = new AbortController();
  let openingUntil = 0;
  const isField = (target: EventTarget | null): target is HTMLInputElement =>
    (target as Element | null)?.id === "find";

  const prepare = () => {
    emitEarly("PREPARE_FIND", {});
    return loadSheet(sheet);
  };
  const open = (field: HTMLInputElement, from: Element | null) => {
    // Keys that follow belong to the opening palette; after a failure the next key tries again.
    if (Date.now() < openingUntil) return;
    openingUntil = Date.now() + patience;
    const onOpen = () => {
      openingUntil = 0;
    };
    Promise.all([prepare(), overlaysMounted()]).then(() => emitEarly("OPEN_FIND", { field, from, onOpen }));
  };

  const on = (name: keyof DocumentEventMap, listener: (event: Event) => void) =>
    document.addEventListener(name, listener, { capture: true, signal: stop.signal });
  on("keydown", (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing, target } = event as KeyboardEvent;
    const field = document.getElementById("find") as HTMLInputElement | null;
    // A dialog may contain a form, and the palette would lead away from it.
    if (!field || isComposing || document.querySelector("[role=dialog]")) return;
    const isShortcut = (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === "k";
    const isSlash = key === "/" && !ctrlKey && !metaKey && !altKey && !(target as Element).closest(editable);
    const isOpening = isField(target) && (key === "Enter" || key === "ArrowDown");
    if (!isShortcut && !isSlash && !isOpening) return;
    event.preventDefault();
    // The palette opens the first result then.
    if (key === "Enter" && field.value) field.dataset.entered = "";
    const from = document.activeElement;
    field.focus();
    open(field, from);
  });
  on("focusin", ({ target }) => {
    if (!isField(target)) return;
    target.autocomplete = "off";
    prepare();
  });
  on("pointerover", ({ target }) => {
    if ((target as Element).closest(".find")) prepare();
  });
  on("click", ({ target }) => isField(target) && open(target, target));
  on("input", ({ target }) => isField(target) && target.value && open(target, target));
  return () => stop.abort();
}

/** Emit an event of lib/events. */
const emitEarly = (name: string, detail: object) =>
  window.dispatchEvent(new CustomEvent(`assay:${name}`, { detail }));

/** Wait until the island that opens the palette listens to its event. */
function overlaysMounted(): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      const isMounted = document.querySelector('[data-island="shell/overlays"][data-mounted]') !== null;
      if (isMounted) {
        observer.disconnect();
        resolve();
      }
    };
    const observer = new MutationObserver(check);
    observer.observe(document, { subtree: true, attributeFilter: ["data-mounted"] });
    check();
  });
}

/** Load a style sheet once. Resolves without it if that fails: the palette works unstyled. */
function loadSheet(href: string): Promise<unknown> {
  return new Promise((resolve) => {
    if (!href || document.querySelector(`link[href="${href}"]`)) return resolve(null);
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
    link.onload = link.onerror = resolve;
    document.head.append(link);
  });
}
