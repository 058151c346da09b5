import { setQueryParams } from "../../lib/state/use-query-param";
import { useSave } from "../../lib/state/use-save";
import { toasts } from "../../lib/toasts";
import { FailureAlert } from "../../ui/failure-alert";
import { Icon } from "../../ui/icon";
import { Menu } from "../../ui/menu";
import type { useViews } from "./use-views";
import { changeView, deleteView, restoreView, setStart } from "./view-calls";
import type { SavedView } from "./views";

type Props = { view: SavedView; state: ReturnType<typeof useViews>; onEdit: () => void };

/** The menu of the open view: what the user may do with it. */
export function ViewMenu({ view, state, onEdit }: Props) {
  const { params, isChanged, views, put, remove, refetch } = state;
  const own = views.filter(({ isOwn }) => isOwn);
  const place = own.indexOf(view);
  const change = useSave({
    send: ({ values, position }: { values: SavedView; position?: number }) =>
      changeView(view.id, values, position),
    onSaved: put,
  });
  const start = useSave({
    send: (isStart: boolean) => setStart(view.id, isStart),
    success: ({ isStart }) =>
      isStart ? "This list opens with this view now." : "This list opens with all rows now.",
    onSaved: () => refetch(),
  });
  const restore = useSave({
    send: () => restoreView(view.id),
    success: `View “${view.name}” restored.`,
    onSaved: () => refetch(),
  });
  const erase = useSave({
    send: () => deleteView(view.id),
    onSaved: () => {
      remove(view.id);
      setQueryParams({ view: null }, "replace");
      toasts.success(`View “${view.name}” deleted.`, { label: "Undo", run: () => restore.save() });
    },
  });
  const busy = change.busy || start.busy || erase.busy;
  const move = (position: number) => change.save({ values: view, position });
  const { mayChange } = view;
  return (
    <>
      <Menu
        label={`Options of “${view.name}”`}
        trigger={<Icon name="more" />}
        triggerClass="btn btn-quiet btn-sm btn-icon"
        busy={busy}
        items={[
          mayChange &&
            isChanged && {
              label: "Update to these filters",
              icon: "view",
              onSelect: () => change.save({ values: { ...view, params } }),
            },
          mayChange && { label: "Rename or share...", icon: "edit", onSelect: onEdit },
          {
            label: view.isStart ? "Don't start with this view" : "Start with this view",
            icon: "home",
            onSelect: () => start.save(!view.isStart),
          },
          own.length > 1 &&
            place > 0 && { label: "Move left", icon: "left", onSelect: () => move(place - 1) },
          place >= 0 &&
            place < own.length - 1 && { label: "Move right", icon: "right", onSelect: () => move(place + 1) },
          mayChange && "divider",
          mayChange && { label: "Delete", icon: "delete", danger: true, onSelect: () => erase.save() },
        ]}
      />
      <FailureAlert error={change.failure || start.failure || erase.failure || restore.failure} />
    </>
  );
}
