import type { ReactNode } from "react";
import { useSave } from "../lib/state/use-save";
import { Button } from "../ui/button";
import { FailureAlert } from "../ui/failure-alert";
import type { IconName } from "../ui/icons";

type Props = {
  /** Let the worker make the file, then save it. Throws ApiError. */
  download: () => Promise<void>;
  icon?: IconName;
  size?: "sm" | undefined;
  children: ReactNode;
};

/** A button that downloads a file which the worker makes first. */
export function DownloadButton({ download, icon = "xlsx", size, children }: Props) {
  const { save, busy, failure } = useSave({ send: download });
  return (
    <>
      <Button size={size} icon={icon} busy={busy} busyText="Preparing..." onClick={() => save()}>
        {children}
      </Button>
      <FailureAlert error={failure} />
    </>
  );
}
