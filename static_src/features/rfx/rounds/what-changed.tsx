import { useState } from "react";
import { useLoaded } from "../../../lib/browser/use-loaded";
import { useQuery } from "../../../lib/state/queries";
import { Button } from "../../../ui/button";
import { Icon } from "../../../ui/icon";
import type { OpenRfx } from "../detail/open-rfx";
import { loadRounds } from "./round-calls";
import "../detail/notes.scss";

const loadModal = () => import("./difference-modal");

type Props = {
  open: OpenRfx;
  /** Go to an answer of the form. */
  onGo: (key: string) => void;
};

/** Button that compares the answers with an earlier round, for the requester. Without an earlier round it is absent. */
export function WhatChanged({ open, onGo }: Props) {
  const [isShown, setShown] = useState(false);
  const { id } = open.rfx;
  const { data } = useQuery({
    queryKey: ["rfx-rounds", id],
    queryFn: ({ signal }) => loadRounds(id, signal),
  });
  const modal = useLoaded(loadModal, isShown);
  if (!data?.rounds[0]) return null;
  const { haste } = data;
  return (
    <>
      {haste && (
        <span className="field-note field-note-wait">
          <Icon name="warning" />
          <span>
            Confirmed without reading? {haste.confirmed} of {haste.offered} answers were confirmed in{" "}
            {durationText(haste.seconds)}.
          </span>
        </span>
      )}
      <Button size="sm" icon="history" busy={isShown && !modal} onClick={() => setShown(true)}>
        What changed...
      </Button>
      {isShown && modal && (
        <modal.DifferenceModal
          open={open}
          rounds={data.rounds}
          onGo={(key) => {
            setShown(false);
            onGo(key);
          }}
          onClose={() => setShown(false)}
        />
      )}
    </>
  );
}

/** Format a duration of less than three minutes. */
function durationText(seconds: number): string {
  if (seconds < 60) return "less than a minute";
  return seconds < 120 ? "about a minute" : "about two minutes";
}
