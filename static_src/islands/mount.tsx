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

/** Whether any control of the server's may hold something else by now, of which no event told. */
const isFilled = (element: HTMLElement) =>
  [...element.querySelectorAll<HTMLInputElement & HTMLSelectElement>("input, textarea, select")].some(
    (control) =>
      control.options
        ? !control.selectedOptions[0]?.defaultSelected
        : control.value !== control.defaultValue || control.checked !== control.defaultChecked,
  );

/** Bring one island to life: over the server's HTML where there is some, else from nothing. Done when it answers. */
async function mount(element: EarlyIsland): Promise<void> {
  const { default: island } = (await import(element.dataset.module ?? "")) as IslandModule;
  const early =
    (element.typedEarly || isFilled(element)) && (await import("./typed-early").catch(() => null));
  let root: Root;
  let filled: TypedEarly = new Map();
  // At once: what is typed from now on comes after it. A key pressed while React takes over makes it finish first.
  const onHydrated = () =>
    queueMicrotask(() => {
      if (!early) return;
      // Until then nothing in the island follows what it is told: of two boxes that were ticked one was forgotten.
      flushSync(() => root.render(tree));
      const told = element.typedEarly ?? new Map();
      early.tellTyped(new Map([...[...filled].filter(([control]) => !told.has(control)), ...told]));
    });
  const parts = { island, props: readProps(element), context: browserPageContext(), onHydrated };
  const options = { identifierPrefix: `${element.id}-` };
  let onMounted = () => {};
  const mounted = new Promise<void>((resolve) => {
    onMounted = resolve;
  });
  const tree = <IslandRoot {...parts} onMounted={onMounted} />;
  if (element.hasAttribute("data-rendered")) {
    if (early) filled = early.fillsOf(element);
    root = hydrateRoot(element, tree, options);
  } else {
    root = createRoot(element, options);
    root.render(tree);
  }
  await mounted;
  element.dataset.mounted = "";
}

// What the API client has told the person about is no fault of the page.
window.addEventListener("unhandledrejection", (event) => {
  if (event.reason instanceof ApiError) event.preventDefault();
});

const elements = [...document.querySelectorAll<EarlyIsland>("[data-island]")];
const mounted = elements.map((element) => mount(element).catch((error: unknown) => console.error(error)));

// A button may open what another island shows: it is pressed when all of them listen. Until then nobody is told of it,
// React neither, which answers while it takes over: told twice, a menu would open and close.
Promise.all(mounted).then(() => {
  for (const element of elements) {
    const button = element.pressedEarly;
    // From here on the page's first script lets it through.
    delete element.pressedEarly;
    if (button?.isConnected) button.click();
  }
  import("../lib/browser/keep-focus").then(({ keepFocus }) => keepFocus()).catch(() => undefined);
});
