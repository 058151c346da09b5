import { errorText, isNotFound } from "../../../api/errors";
import { useSave } from "../../../lib/state/use-save";
import { toasts } from "../../../lib/toasts";
import { Button } from "../../../ui/button";
import type { OpenRfx } from "../detail/open-rfx";
import { discardImport } from "./workbook-calls";

type Props = { open: OpenRfx; importId: number; onDiscarded: () => void };

/** Button that discards a file that was read. Nothing is lost: the file is on the user's device. */
export function DiscardButton({ open, importId, onDiscarded }: Props) {
  const { save, busy } = useSave({
    send: () => discardImport(open.rfx.id, importId),
    onSaved: onDiscarded,
    onError: (error) => (isNotFound(error) ? onDiscarded() : toasts.error(errorText(error))),
  });
  return (
    <Button className="footer-start" busy={busy} busyText="Discarding..." onClick={() => save()}>
      Discard
    </Button>
  );
}
