import { useState } from "react";
import { request } from "../../api/client";
import { useLoaded } from "../../lib/browser/use-loaded";
import { useSave } from "../../lib/state/use-save";
import { ConfirmModal } from "../../ui/confirm-modal";
import { Icon } from "../../ui/icon";
import { Menu } from "../../ui/menu";
import { announce, type Schedule } from "./schedules";

const loadRepeat = () => import("./repeat-modal");
const loadSkip = () => import("./skip-modal");

type Dialog = "change" | "skip" | "run" | "end";

/** The actions on a schedule, for users with the permission to send its rounds. */
export function ScheduleMenu({ schedule }: { schedule: Schedule }) {
  const { id, state, nextOn, title, supplier, anchor } = schedule;
  const path = { schedule_id: id };
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const repeat = useLoaded(loadRepeat, dialog === "change");
  const skip = useLoaded(loadSkip, dialog === "skip");
  const close = () => setDialog(null);
  const { save: hold, busy } = useSave({
    send: (isHeld: boolean) =>
      isHeld
        ? request("POST", "/api/schedule/{schedule_id}/resume", { path, body: {} })
        : request("POST", "/api/schedule/{schedule_id}/hold", { path, body: {} }),
    success: ({ state: after }) => (after === "HELD" ? "Schedule on hold" : "Schedule resumed"),
    onSaved: announce,
  });
  const run = async () => {
    announce(await request("POST", "/api/schedule/{schedule_id}/run", { path, body: {} }));
    close();
  };
  const end = async () => {
    await request("DELETE", "/api/schedule/{schedule_id}", { path });
    announce(schedule);
    close();
  };
  if (!schedule.mayManage || state === "ENDED") return null;
  const isActive = state === "ACTIVE";
  const mayRun = isActive && (anchor === "FIXED" || nextOn !== null);
  return (
    <>
      <Menu
        label={`Actions for ${title}`}
        align="end"
        triggerClass="btn btn-default btn-icon btn-sm"
        trigger={<Icon name="more" />}
        busy={busy}
        items={[
          { label: "Change...", icon: "edit", onSelect: () => setDialog("change") },
          mayRun && { label: "Run now...", icon: "send", onSelect: () => setDialog("run") },
          isActive &&
            nextOn !== null && { label: "Skip once...", icon: "calendar", onSelect: () => setDialog("skip") },
          isActive
            ? { label: "Hold", icon: "pending", onSelect: () => hold(false) }
            : { label: "Resume", icon: "refresh", onSelect: () => hold(true) },
          "divider",
          { label: "End...", icon: "expired", danger: true, onSelect: () => setDialog("end") },
        ]}
      />
      {dialog === "change" && repeat && <repeat.RepeatModal schedule={schedule} show onClose={close} />}
      {dialog === "skip" && skip && <skip.SkipModal schedule={schedule} onClose={close} />}
      <ConfirmModal
        show={dialog === "run"}
        title="Send the next round now?"
        confirmLabel="Run now"
        busyLabel="Sending..."
        onConfirm={run}
        onClose={close}
      >
        <p>
          “{title}” goes to {supplier.name} today and is due in {schedule.leadDays} days. It replaces the
          planned round.
        </p>
      </ConfirmModal>
      <ConfirmModal
        show={dialog === "end"}
        title="End the schedule?"
        confirmLabel="End schedule"
        danger
        onConfirm={end}
        onClose={close}
      >
        <p>
          “{title}” is no longer sent to {supplier.name}. Rounds that were sent stay as they are.
        </p>
      </ConfirmModal>
    </>
  );
}
