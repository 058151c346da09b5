import { formatCount, groupDigits } from "../../../lib/text/numbers";
import { Time } from "../../../ui/time";
import type { RfxRequest } from "../types";

/** The lines under the header while a request waits or is being sent, and the suppliers that were not reached. */
export function SendingState({ request }: { request: RfxRequest }) {
  const { state, sendAt, sending } = request;
  const { total, sent, waiting, failures } = sending;
  const suppliers = formatCount(total, "supplier");
  return (
    <>
      {state === "SCHEDULED" && (
        <div className={`alert ${sendAt ? "alert-info" : "alert-warning"}`}>
          {sendAt ? (
            <>
              Will be sent to {suppliers} on <Time value={sendAt} as="dateTime" />.
            </>
          ) : (
            `This request was not sent to its ${suppliers} at the chosen time. Check it and send it.`
          )}
        </div>
      )}
      {state === "CANCELLED" && <div className="alert alert-info">Cancelled. Nothing was sent.</div>}
      {state === "OPEN" && waiting > 0 && (
        <div className="alert alert-info" role="status">
          Sending: {groupDigits(sent)} of {suppliers}. You can leave this page.
        </div>
      )}
      {failures.length > 0 && (
        <details className="alert alert-warning">
          <summary>{formatCount(failures.length, "supplier")} could not be reached</summary>
          <ul className="mb-0 mt-2">
            {failures.map(({ name, email, failure }) => (
              <li key={`${name}-${email}`}>
                <bdi>{name || email}</bdi>: {failure}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
