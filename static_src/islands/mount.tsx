import { createRoot, hydrateRoot } from "react-dom/client";
import { ApiError } from "../api/errors";
import { browserPageContext } from "../lib/page-context";
import { createQueryClient, IslandRoot } from "./island-root";
import type { IslandModule } from "./registry";
import type { TypedEarly } from "./typed-early";

const client = createQueryClient();

function readProps(element: HTMLElement): Record<string, unknown> {
  const script = document.getElementById(`${element.id}-props`);
  return script?.textContent ? JSON.parse(script.textContent) : {};
}

/** The page's first script keeps what somebody typed, and the button that they pressed, before the island could answer. */
type Mountable = HTMLElement & { pressedEarly?: HTMLButtonElement; typedEarly?: TypedEarly };

/** Bring one island to life: over the server's HTML where there is some, else from nothing. Done when it answers. */
async function mount(element: Mountable): Promise<void> {
  const { default: island } = (await import(element.dataset.module ?? "")) as IslandModule;
  const early = element.typedEarly && (await import("./typed-early").catch(() => null));
  // At once: what is typed from now on comes after it. A key pressed while React takes over makes it finish first.
  const onHydrated = () => queueMicrotask(() => early?.tellTyped(element.typedEarly));
  const parts = { island, props: readProps(element), context: browserPageContext(), client, onHydrated };
  const options = { identifierPrefix: `${element.id}-` };
  await new Promise<void>((resolve) => {
    const tree = <IslandRoot {...parts} onMounted={resolve} />;
    if (element.hasAttribute("data-rendered")) hydrateRoot(element, tree, options);
    else createRoot(element, options).render(tree);
  });
  element.dataset.mounted = "";
}

// What the API client has told the person about is no fault of the page.
window.addEventListener("unhandledrejection", (event) => {
  if (event.reason instanceof ApiError) event.preventDefault();
});

const elements = [...document.querySelectorAll<Mountable>("[data-island]")];
const mounted = elements.map((element) => mount(element).catch((error: unknown) => console.error(error)));

// A button may open what another island shows: it is pressed again when all of them listen.
Promise.all(mounted).then(() => {
  for (const { pressedEarly } of elements) if (pressedEarly?.isConnected) pressedEarly.click();
  import("../lib/keep-focus").then(({ keepFocus }) => keepFocus()).catch(() => undefined);
});
