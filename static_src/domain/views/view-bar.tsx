import { type MouseEvent, useRef, useState } from "react";
import { useLoaded } from "../../lib/browser/use-loaded";
import { setQueryParams } from "../../lib/state/use-query-param";
import { Icon } from "../../ui/icon";
import { useShownInStrip } from "../../ui/use-shown-in-strip";
import { ExportMenu } from "./export-menu";
import { SaveViewButton } from "./save-view-button";
import { useViews } from "./use-views";
import { ViewMenu } from "./view-menu";
import { addressOf, type SavedView, type ViewedList } from "./views";
import "./list-views.scss";

const loadModal = () => import("./view-modal");

/** The views of a list as links in one row that scrolls, with the menu of the open view. Nothing without views. */
export function ViewBar(props: ViewedList) {
  const state = useViews(props);
  const { views, chosen, isChanged, params } = state;
  const strip = useRef<HTMLElement>(null);
  const [edited, setEdited] = useState<SavedView | null>(null);
  const modal = useLoaded(loadModal, edited !== null);
  useShownInStrip(strip, "[aria-current]", chosen ? String(chosen.id) : undefined);
  if (views.length === 0) return null;
  const open = (event: MouseEvent, view: SavedView | null) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setQueryParams(addressOf(view, props, state.hasStart));
  };
  const isAll = !chosen && Object.keys(params).length === 0;
  const path = (views[0]?.href ?? "").replace(/[?&](?!tab=).*$/, "");
  return (
    <>
      <div className="view-bar">
        <nav className="view-strip" aria-label="Saved views" ref={strip}>
          <a
            className="btn btn-default btn-sm"
            href={state.hasStart ? `${path}${path.includes("?") ? "&" : "?"}view=all` : path}
            aria-current={isAll ? "true" : undefined}
            onClick={(event) => open(event, null)}
          >
            All
          </a>
          {views.map((view) => (
            <a
              key={view.id}
              className="btn btn-default btn-sm"
              href={view.href}
              title={titleOf(view)}
              aria-current={view === chosen ? "true" : undefined}
              onClick={(event) => open(event, view)}
            >
              {view.isStart && <Icon name="home" label="My start view" />}
              {view.isShared && <Icon name="contacts" label="For everybody" />}
              <bdi className="view-name">{view.name}</bdi>
              {view === chosen && isChanged && <span className="view-changed">changed</span>}
            </a>
          ))}
        </nav>
        {chosen && <ViewMenu key={chosen.id} view={chosen} state={state} onEdit={() => setEdited(chosen)} />}
      </div>
      {chosen && chosen.dropped.length > 0 && (
        <p className="view-dropped">
          Some filters of <bdi>“{chosen.name}”</bdi> no longer exist and were left out.
        </p>
      )}
      {edited && modal && (
        <modal.ViewModal
          view={edited}
          list={props.list}
          params={edited.params}
          state={state}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}

/** The buttons next to the title of a list. */
export function ViewTools(props: ViewedList) {
  const state = useViews(props);
  return (
    <>
      {state.canSave && <SaveViewButton list={props.list} state={state} />}
      {props.canExport && <ExportMenu list={props.list} params={state.params} selection={props.selection} />}
    </>
  );
}

function titleOf({ name, isOwn, owner, isShared }: SavedView): string {
  if (isOwn) return isShared ? `${name}, for everybody` : name;
  return owner ? `${name}, shared by ${owner.name}` : `${name}, shared`;
}
