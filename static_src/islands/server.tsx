import { renderToString } from "react-dom/server";
import type { PageContext } from "../lib/page-context";
import { islandId } from "./island-id";
import { createQueryClient, IslandRoot } from "./island-root";
import { serverIslands } from "./registry.server";

/**
 * Render one island to HTML. The web process takes this function once and calls it for each page; it throws for
 * a name that is not registered and for whatever the island throws, and the page then goes out without it.
 */
function ssrRender(name: string, propsJson: string, contextJson: string): string {
  const island = serverIslands[name];
  if (!island) throw new Error(`No island is registered for the server as ${name}`);
  return renderToString(
    <IslandRoot
      island={island}
      props={JSON.parse(propsJson)}
      context={JSON.parse(contextJson) as PageContext}
      client={createQueryClient()}
    />,
    { identifierPrefix: `${islandId(name)}-` },
  );
}

Object.assign(globalThis, { ssrRender });
