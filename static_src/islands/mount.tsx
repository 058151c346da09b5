import { flushSync } from "react-dom";
import { createRoot, hydrateRoot, type Root } from "react-dom/client";
import { ApiError } from "../api/errors";
import { browserPageContext } from "../lib/browser/page-context";
import type { EarlyIsland } from "./early";
import { IslandRoot } from "./island-root";
import type { IslandModule } from "./registry";
import type { TypedEarly } from "./typed-early";

function readProps(element: HTMLElement): Record<string, unknown> {
  const script = document.getElementById(`${element.id}-props`);
  return script?.textContent ? JSON.parse(script.textContent) : {};
}

/** Return true if a control's value differs from the server's, for changes without an input event. */
const isFilled = (element: HTMLElement) =>
  [...element.querySelectorAll<HTMLInputElement & HTMLSelectElement>("input, textarea, select")].some(
    (control) =>
      control.options
        ? !control.selectedOptions[0]?.defaultSelected
        : control.value !== control.defaultValue || control.checked !== control.defaultChecked,
  );

/** Hydrate an island over the server's HTML, or render it if there is none. Resolves when the island handles events. */
async function mount(element: EarlyIsland): Promise<void> {
  const { default: island } = (await import(element.dataset.module ?? "")) as IslandModule;
  const early =
    (element.typedEarly || isFilled(element)) && (await import("./typed-early").catch(() => null));
  let root: Root;
  let fills: TypedEarly = new Map();
  // Replay in this task, so that later typing comes after it. A key pressed during hydration makes React finish it first.
  const onHydrated = () =>
    queueMicrotask(() => {
      if (!early) return;
      // Without a flush the state updates of one replayed event are lost in the next: of two ticked boxes one stayed.
      flushSync(() => root.render(tree));
      const typed = element.typedEarly ?? new Map();
      early.replayTyped(new Map([...[...fills].filter(([control]) => !typed.has(control)), ...typed]));
    });
  const parts = { island, props: readProps(element), context: browserPageContext(), onHydrated };
  const options = { identifierPrefix: `${element.id}-` };
  let onMounted = () => {};
  const mounted = new Promise<void>((resolve) => {
    onMounted = resolve;
  });
  const tree = <IslandRoot {...parts} onMounted={onMounted} />;
  if (element.hasAttribute("data-rendered")) {
    if (early) fills = early.findFills(element);
    root = hydrateRoot(element, tree, options);
  } else {
    root = createRoot(element, options);
    root.render(tree);
  }
  await mounted;
  element.dataset.mounted = "";
}

// The API client has shown this error to the user already.
window.addEventListener("unhandledrejection", (event) => {
  if (event.reason instanceof ApiError) event.preventDefault();
});

const elements = [...document.querySelectorAll<EarlyIsland>("[data-island]")];
const mounted = elements.map((element) => mount(element).catch((error: unknown) => console.error(error)));

// Replay a buffered click when all islands are mounted, because the button may open a modal of another island. React
// must not see the click earlier: it replays events during hydration, and a menu would open and close.
Promise.all(mounted).then(() => {
  for (const element of elements) {
    const button = element.pressedEarly;
    // The inline script (early.ts) ignores the button from now on.
    delete element.pressedEarly;
    if (button?.isConnected) button.click();
  }
  import("../lib/browser/keep-focus").then(({ keepFocus }) => keepFocus()).catch(() => undefined);
});
