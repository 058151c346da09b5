import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from "react";
import { useBrowserEvent } from "../../../lib/events";
import type { OpenRfx } from "../detail/open-rfx";
import type { Part } from "./parts";

type Props = { open: OpenRfx; parts: readonly Part[]; onChange: () => void };

/**
 * Load the parts again when the event log changes or, for guests, who get no events, when the version of the RFx changes.
 * Mark a part as opened at the first act of its assignee.
 */
export function WatchParts({ open: { rfx, live }, parts, onChange }: Props) {
  const { id, viewerRole } = rfx;
  useBrowserEvent("EVENT_LOG_CHANGED", onChange);
  const isAsked =
    viewerRole !== "REQUESTER" && parts.some(({ isOwn, status }) => isOwn && status === "ASKED");
  const isByLink = viewerRole === "DELEGATE" || viewerRole === "GUEST";
  const changed = useEffectEvent(onChange);
  const version = useSyncExternalStore(
    live.subscribe,
    () => live.version,
    () => null,
  );
  const loadedVersion = useRef(version);
  useEffect(() => {
    const isNew = loadedVersion.current !== null && version !== loadedVersion.current;
    loadedVersion.current = version;
    if (isNew && isByLink) changed();
  }, [version, isByLink]);
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
