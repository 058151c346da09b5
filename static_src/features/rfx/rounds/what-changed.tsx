import { useState } from "react";
import { useLoaded } from "../../../lib/browser/use-loaded";
import { useQuery } from "../../../lib/state/queries";
import { Button } from "../../../ui/button";
import type { OpenRfx } from "../detail/open-rfx";
import { loadRounds } from "./round-calls";

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
  return (
    <>
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
