import { request } from "../../../api/client";
import { useSave } from "../../../lib/state/use-save";
import { Card } from "../../../ui/card";
import { FailureAlert } from "../../../ui/failure-alert";
import { Switch } from "../../../ui/inputs";
import type { Organisation } from "../types";

type Props = { organisation: Organisation; onSaved: (organisation: Organisation) => void };

/** The switch for the approval of awards; it saves at once. */
export function ApprovalPanel({ organisation, onSaved }: Props) {
  const { save, busy, current, failure } = useSave({
    send: (isNeeded: boolean) =>
      request("PUT", "/api/organisation/{organisation_id}/awardApproval", {
        path: { organisation_id: organisation.id },
        body: { isNeeded },
      }),
    success: "Approval saved",
    onSaved,
  });
  return (
    <Card title="Approvals">
      <Switch
        label="Awards need an approval"
        hint="A second person approves each award of a request before the letters are sent."
        checked={(busy ? current : null) ?? organisation.awardNeedsApproval ?? false}
        disabled={busy}
        onChange={(event) => save(event.target.checked)}
      />
      <FailureAlert error={failure} />
    </Card>
  );
}
