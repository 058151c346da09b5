import type { OpenRfx } from "../detail/open-rfx";
import { OwnParts } from "./own-part";
import type { OpenParts } from "./parts";
import { WhoseTurn } from "./whose-turn";

/** The strips above the tabs: the viewer's own parts, and whose turn it is. */
export function PartStrips({ open, parts }: { open: OpenRfx; parts: OpenParts }) {
  return (
    <>
      <OwnParts open={open} parts={parts} />
      <WhoseTurn rfx={open.rfx} parts={parts} />
    </>
  );
}
