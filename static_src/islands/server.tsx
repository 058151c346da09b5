import { renderToString } from "react-dom/server";
import { loadScheduleLine } from "../domain/schedules/load-line";
import * as scheduleLine from "../domain/schedules/schedule-line";
import { loadViewBar } from "../domain/views/load-view-bar";
import * as viewBar from "../domain/views/view-bar";
import * as actionScreen from "../features/corrective-action/action-screen";
import { loadScreen } from "../features/corrective-action/load-screen";
import * as carried from "../features/rfx/carried/carried";
import { loadCarried } from "../features/rfx/carried/load-carried";
import { loadTools } from "../features/rfx/detail/moves/load-tools";
import * as toolMenus from "../features/rfx/detail/moves/tool-menus";
import { loadSidePanels } from "../features/rfx/detail/side/load-side-panels";
import * as sidePanels from "../features/rfx/detail/side/side-panels";
import * as handover from "../features/rfx/handover/handover";
import { loadHandover } from "../features/rfx/handover/load-handover";
import * as partsView from "../features/rfx/parts/parts-view";
import { loadView } from "../features/rfx/parts/use-parts";
import { serverModules } from "../lib/browser/late-part";
import type { PageContext } from "../lib/browser/page-context";
import { islandId } from "./island-id";
import { IslandRoot } from "./island-root";
import { islands } from "./registry";

type Island = { name: string; props: Record<string, unknown> };
type Page = { context: PageContext; islands: Island[] };

serverModules.set(loadScreen, actionScreen);
serverModules.set(loadView, partsView);
serverModules.set(loadCarried, carried);
serverModules.set(loadTools, toolMenus);
serverModules.set(loadHandover, handover);
serverModules.set(loadSidePanels, sidePanels);
serverModules.set(loadScheduleLine, scheduleLine);
serverModules.set(loadViewBar, viewBar);

/** Characters that no HTML of an island contains: PostgreSQL stores no NUL, and HTML starts with an element. */
const separator = "\u0000";
const failureMark = "\u0001";

/**
 * Render the islands of a page: takes a Page as JSON and returns the HTML of each island, with NUL between them. The web
 * process looks up this function once and calls it for each page. An island that throws or is not registered returns
 * U+0001 and the error, and the page is sent without its HTML. Not JSON, because escaping the HTML of a list took 7 % of
 * its time.
 */
function ssrRender(pageJson: string): string {
  const page = JSON.parse(pageJson) as Page;
  return page.islands.map((island) => renderIsland(island, page.context)).join(separator);
}

function renderIsland({ name, props }: Island, context: PageContext): string {
  const island = islands[name];
  if (!island) return `${failureMark}No island is registered for the server as ${name}`;
  try {
    const root = <IslandRoot island={island} props={props} context={context} />;
    return renderToString(root, { identifierPrefix: `${islandId(name)}-` });
  } catch (error) {
    return failureMark + String(error);
  }
}

Object.assign(globalThis, { ssrRender });
