import { useState } from "react";
import { useLoaded } from "../../lib/browser/use-loaded";
import { AttachmentList } from "../../ui/attachment-list";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { Time } from "../../ui/time";
import type { CorrectiveAction } from "./types";
import "./corrective-action.scss";

const loadDialogs = () => import("./dialogs");

type Props = { action: CorrectiveAction; onChanged: (action: CorrectiveAction) => void };

/** The contest with its proof, and the decision: by the buyer, or already made. */
export function Contested({ action, onChanged }: Props) {
  const [deciding, setDeciding] = useState(false);
  const dialogs = useLoaded(loadDialogs, deciding);
  const { contested, supplier, requester, actions } = action;
  if (!contested) return null;
  return (
    <Card title={`${supplier.name} contests this`} level={2}>
      <p className="action-message" dir="auto">
        {contested.reason}
      </p>
      <p className="text-secondary small-text mt-2">
        {contested.by?.name}, <Time value={contested.at} as="dateTime" />
      </p>
      <AttachmentList attachments={contested.files} />
      {contested.decision ? (
        <>
          <p className="mb-0">
            <strong>
              {contested.decision === "UPHELD"
                ? `${requester.name} upholds the complaint.`
                : `${requester.name} has withdrawn the complaint. It does not count.`}
            </strong>
          </p>
          {contested.comment && (
            <p className="action-message" dir="auto">
              {contested.comment}
            </p>
          )}
        </>
      ) : actions.decideContest ? (
        <Button variant="primary" onClick={() => setDeciding(true)}>
          Decide...
        </Button>
      ) : (
        <p className="text-secondary mb-0">Waiting for the decision of {requester.name}.</p>
      )}
      {dialogs && deciding && (
        <dialogs.DecisionDialog action={action} onClose={() => setDeciding(false)} onChanged={onChanged} />
      )}
    </Card>
  );
}
