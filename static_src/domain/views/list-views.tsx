import { LatePart } from "../../lib/browser/late-part";
import { loadViewBar } from "./load-view-bar";
import type { ViewedList } from "./views";
import "./list-views.scss";

/** The saved views of a list in a row above it: links that show their rows, and the menu of the open view. */
export function ListViews(props: ViewedList) {
  return <LatePart load={loadViewBar}>{({ ViewBar }) => <ViewBar {...props} />}</LatePart>;
}

/** The buttons of a list next to its title: Save view, while the filters differ from all views, and Export. */
export function ListTools(props: ViewedList) {
  return (
    <LatePart load={loadViewBar} className="list-tools">
      {({ ViewTools }) => <ViewTools {...props} />}
    </LatePart>
  );
}
