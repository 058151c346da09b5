import { useEffect, useEffectEvent } from "react";
import { useBrowserEvent } from "../../../lib/events";
import type { Rfx } from "../types";
import type { Part } from "./parts";

type Props = { rfx: Rfx; parts: readonly Part[]; onChange: () => void };

/** Load the parts again when the event log changes, and mark a part as opened at the first act of its assignee. */
export function WatchParts({ rfx: { id, viewerRole }, parts, onChange }: Props) {
  useBrowserEvent("EVENT_LOG_CHANGED", onChange);
  const isAsked =
    viewerRole !== "REQUESTER" && parts.some(({ isOwn, status }) => isOwn && status === "ASKED");
  const isByLink = viewerRole === "DELEGATE" || viewerRole === "GUEST";
  const changed = useEffectEvent(onChange);
  useEffect(() => {
    if (!isAsked) return;
    const watching = import("../detail/report-opened").then(
      ({ reportOpened }) => reportOpened(id, isByLink, () => changed()),
      () => null,
    );
    return () => {
      watching.then((stop) => stop?.());
    };
  }, [id, isAsked, isByLink]);
  return null;
}
