import { usePermission } from "../../lib/browser/page-context";
import { emit } from "../../lib/events";
import { Button } from "../../ui/button";

/** The button of the lists of RFxs and requests that opens New RFx; nothing for users who may not send. */
export function NewRfxButton({ variant }: { variant: "primary" | "default" }) {
  if (!usePermission("SEND_RFX")) return null;
  return (
    <Button
      variant={variant}
      icon={variant === "primary" ? "add" : undefined}
      onClick={() => emit("OPEN_NEW_MESSAGE", { type: "RFI" })}
    >
      New RFx...
    </Button>
  );
}
