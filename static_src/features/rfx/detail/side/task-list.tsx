import { classNames } from "../../../../ui/class-names";
import { Icon } from "../../../../ui/icon";
import { Time } from "../../../../ui/time";
import { keyOfTask, taskText } from "../../tasks";
import type { FollowUpTask } from "../../types";
import type { Answering } from "../answering/answering";
import "./side-panels.scss";

export type TasksProps = {
  tasks: readonly FollowUpTask[];
  answering: Answering;
  onTask: (task: FollowUpTask) => void;
};

/** The follow-up tasks of an RFx; most RFxs have none, so the list loads on demand. */
export function TaskList({ tasks, answering, onTask }: TasksProps) {
  return (
    <table className="task-list" aria-label="Follow-up tasks">
      <tbody>
        {tasks.map((task) => (
          <TaskRow key={task.id} task={task} answering={answering} onTask={onTask} />
        ))}
      </tbody>
    </table>
  );
}

function TaskRow({ task, answering, onTask }: Omit<TasksProps, "tasks"> & { task: FollowUpTask }) {
  const key = keyOfTask(task);
  const field = key ? answering.field(key)?.field : undefined;
  const { isOpen, status, created, closed, due } = task;
  return (
    <tr className={classNames("task-row", !isOpen && "closed")}>
      <td>
        <Icon
          name={isOpen ? (status === "ANSWERED" ? "reply" : "new") : "success"}
          label={isOpen ? (status === "ANSWERED" ? "Answered" : "Open") : "Closed"}
        />
      </td>
      <td>
        <button type="button" className="task-link" onClick={() => onTask(task)}>
          {taskText(task)}
        </button>
        <span className="cell-sub d-block">
          {field && <>{field.label}, </>}
          {isOpen ? (
            <Time value={created} as="age" />
          ) : (
            <>
              closed <Time value={closed ?? created} />
            </>
          )}
          {isOpen && due && (
            <>
              , due <Time value={due} />
            </>
          )}
        </span>
      </td>
    </tr>
  );
}
