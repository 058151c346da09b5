import { useBrowserEvent } from "../../lib/events";
import { useQuery } from "../../lib/state/queries";
import { Icon } from "../../ui/icon";
import { Time } from "../../ui/time";
import { NextRound } from "./next-round";
import { ScheduleMenu } from "./schedule-menu";
import { intervalText, loadSchedule, type Round, type Schedule, scheduleKey } from "./schedules";

type Props = {
  round: Round;
  /** The schedule at the time of rendering, null if the round does not repeat; without it the schedule is loaded. */
  first?: Schedule | null;
};

/** The schedule of an RFx or assessment as one line with its actions; absent if it does not repeat. */
export function ScheduleLine({ round, first }: Props) {
  const { data, refetch } = useQuery({
    queryKey: scheduleKey(round),
    queryFn: ({ signal }) => loadSchedule(round, signal),
    ...(first === undefined ? {} : { initialData: first }),
  });
  useBrowserEvent("SCHEDULES_CHANGED", () => refetch());
  return data ? <ScheduleText schedule={data} /> : null;
}

/** 'Repeats every 12 months. Next: 1 Mar 2027, opens 30 Jan 2027.' with the menu of actions. */
export function ScheduleText({ schedule }: { schedule: Schedule }) {
  const { state, opensOn, problem } = schedule;
  return (
    <div className="d-flex align-items-center gap-2 mb-2">
      <Icon name="refresh" />
      <span>
        Repeats {intervalText(schedule)}. {state === "ACTIVE" && "Next: "}
        <NextRound schedule={schedule} />
        {state === "ACTIVE" && opensOn && !problem && (
          <>
            , opens <Time value={opensOn} />
          </>
        )}
        {state === "ACTIVE" && "."} {problem}
      </span>
      <ScheduleMenu schedule={schedule} />
    </div>
  );
}
