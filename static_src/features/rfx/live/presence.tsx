import { useSyncExternalStore } from "react";
import { useLoaded } from "../../../lib/browser/use-loaded";
import type { LiveRfx } from "./live-rfx";

const loadList = () => import("./presence-list");

type Props = {
  live: LiveRfx;
  /**
   * The side panel shows a line for each person. The header of narrow screens shows the first person and the faces of the
   * others next to the buttons, so that the form does not move when someone comes or leaves.
   */
  place: "side" | "header";
};

/** The other people who have the RFx open. Renders nothing without any. */
export function Presence({ live, place }: Props) {
  const people = useSyncExternalStore(live.subscribe, live.snapshot, live.snapshot);
  const list = useLoaded(loadList, people.length > 0);
  return list && people.length > 0 && <list.PresenceList people={people} place={place} />;
}
