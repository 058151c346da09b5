import { createRoot, hydrateRoot } from "react-dom/client";
import { ApiError } from "../api/errors";
import { browserPageContext } from "../lib/page-context";
import { createQueryClient, IslandRoot } from "./island-root";
import { islands } from "./registry";

const client = createQueryClient();

function readProps(element: HTMLElement): Record<string, unknown> {
  const script = document.getElementById(`${element.id}-props`);
  return script?.textContent ? JSON.parse(script.textContent) : {};
}

/** Bring one island to life: over the server's HTML where there is some, else from nothing. */
async function mount(element: HTMLElement): Promise<void> {
  const name = element.dataset.island ?? "";
  const load = islands[name];
  if (!load) throw new Error(`No island is registered as ${name}`);
  const { default: island } = await load();
  const tree = (
    <IslandRoot island={island} props={readProps(element)} context={browserPageContext()} client={client} />
  );
  const options = { identifierPrefix: `${element.id}-` };
  if (element.hasAttribute("data-rendered")) hydrateRoot(element, tree, options);
  else createRoot(element, options).render(tree);
  element.dataset.mounted = "";
}

// What the API client has told the person about is no fault of the page.
window.addEventListener("unhandledrejection", (event) => {
  if (event.reason instanceof ApiError) event.preventDefault();
});

for (const element of document.querySelectorAll<HTMLElement>("[data-island]")) {
  mount(element).catch((error: unknown) => console.error(error));
}
