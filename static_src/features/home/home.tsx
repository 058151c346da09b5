import type { ListPage } from "../../api/client";
import type { EventRow } from "../../domain/events/event-log";
import type { SavedView } from "../../domain/views/views";
import { usePageContext } from "../../lib/browser/page-context";
import { ActivityFeed } from "./activity-feed";
import { type HomeChart, HomeCharts } from "./charts";
import { FirstSteps } from "./first-steps";
import { Greeting } from "./greeting";
import { HomeTabs } from "./home-tabs";
import { NewMessages } from "./new-messages";
import { OpenTasks } from "./open-tasks";
import { PinnedViews } from "./pinned-views";
import { RecentlyViewed } from "./recently-viewed";
import type { FirstStepsState, News, NotificationRow, TaskRow, ThreadRow } from "./types";
import { Updates } from "./updates";
import "./home.scss";

type Props = {
  greetingName: string;
  /** The hour of the day in the user's time zone. */
  hour: number;
  /** Null once they are done or hidden. */
  firstSteps: FirstStepsState | null;
  news: News;
  notifications: ListPage<NotificationRow>;
  messages: ListPage<ThreadRow>;
  /** The saved views that are shown with their counts. */
  views?: readonly SavedView[];
  tasks: ListPage<TaskRow>;
  activity: ListPage<EventRow>;
  recent: ListPage<EventRow>;
  /** Null for an organisation without suppliers, sent RFxs and raised non-conformances. */
  charts: readonly HomeChart[] | null;
};

/**
 * Screen /home: first steps, updates, open tasks, new messages, charts, activity and recently viewed records (specification, section
 * 2, Home).
 */
export default function Home(props: Props) {
  const { greetingName, hour, firstSteps, news, notifications, messages, tasks, activity, recent, charts } =
    props;
  const { user } = usePageContext();
  return (
    <>
      <Greeting name={greetingName} hour={hour} news={news} tasks={tasks.rows} />
      <HomeTabs current="overview" />
      <FirstSteps first={firstSteps} />
      <PinnedViews views={props.views ?? []} />
      <div className="home-top">
        <Updates first={notifications} />
        <div className="home-side">
          <OpenTasks first={tasks} />
          <NewMessages first={messages} />
        </div>
      </div>
      {charts && <HomeCharts first={charts} />}
      <div className="home-panels">
        {user && <ActivityFeed userId={user.id} first={activity} />}
        {user && <RecentlyViewed userId={user.id} first={recent} />}
      </div>
    </>
  );
}
