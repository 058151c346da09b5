import type { ListPage } from "../../api/client";
import type { EventRow } from "../../domain/events/event-log";
import { usePageContext } from "../../lib/browser/page-context";
import { PageHeader } from "../../ui/page-header";
import { Time } from "../../ui/time";
import { ActivityFeed } from "./activity-feed";
import { type HomeChart, HomeCharts } from "./charts";
import { NewMessages } from "./new-messages";
import { OpenTasks } from "./open-tasks";
import { RecentlyViewed } from "./recently-viewed";
import type { TaskRow, ThreadRow } from "./types";
import "./home.scss";

type Props = {
  greetingName: string;
  messages: ListPage<ThreadRow>;
  tasks: ListPage<TaskRow>;
  activity: ListPage<EventRow>;
  recent: ListPage<EventRow>;
  charts: readonly HomeChart[];
};

/** Screen /home: new messages, open tasks, activity and recently viewed records (specification, section 2, Home). */
export default function Home({ greetingName, messages, tasks, activity, recent, charts }: Props) {
  const { now, user } = usePageContext();
  return (
    <>
      <PageHeader title={`Hello, ${greetingName}`} sub={<Time value={now} />} />
      <div className="home-panels">
        <NewMessages first={messages} />
        <OpenTasks first={tasks} />
        {user && <ActivityFeed userId={user.id} first={activity} />}
        {user && <RecentlyViewed userId={user.id} first={recent} />}
      </div>
      <HomeCharts first={charts} />
    </>
  );
}
