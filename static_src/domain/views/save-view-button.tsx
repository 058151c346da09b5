import { useState } from "react";
import { useLoaded } from "../../lib/browser/use-loaded";
import { useSave } from "../../lib/state/use-save";
import { Button } from "../../ui/button";
import { FailureAlert } from "../../ui/failure-alert";
import { Menu } from "../../ui/menu";
import type { useViews } from "./use-views";
import { changeView } from "./view-calls";

const loadModal = () => import("./view-modal");

type Props = { list: string; state: ReturnType<typeof useViews> };

/** Save view: opens the dialog or, if the filters of an own view were changed, first offers to update it. */
export function SaveViewButton({ list, state }: Props) {
  const { chosen, params } = state;
  const [isOpen, setOpen] = useState(false);
  const modal = useLoaded(loadModal, isOpen);
  const update = useSave({
    send: (view: NonNullable<typeof chosen>) => changeView(view.id, { ...view, params }),
    success: ({ name }) => `View “${name}” updated.`,
    onSaved: state.put,
  });
  const open = () => setOpen(true);
  return (
    <>
      {chosen?.mayChange ? (
        <Menu
          trigger="Save view"
          busy={update.busy}
          align="end"
          items={[
            { label: "Update the open view", icon: "view", onSelect: () => update.save(chosen) },
            { label: "Save as a new view...", icon: "add", onSelect: open },
          ]}
        />
      ) : (
        <Button icon="view" aria-haspopup="dialog" onClick={open}>
          Save view
        </Button>
      )}
      <FailureAlert error={update.failure} />
      {isOpen && modal && (
        <modal.ViewModal
          view={null}
          list={list}
          params={params}
          state={state}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
