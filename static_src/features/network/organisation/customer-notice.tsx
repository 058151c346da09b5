import { Icon } from "../../../ui/icon";
import type { Organisation } from "../types";
import "../network.scss";

/** Notice for a supplier on the page of a customer, in place of the supplier data: where to find shared records. */
export function CustomerNotice({ organisation: { name } }: { organisation: Organisation }) {
  return (
    <div className="card card-body">
      <div className="notice">
        <Icon name="network" />
        <div>
          <p>
            <strong>You are a supplier of {name}.</strong>
          </p>
          <CustomerLinks name={name} />
        </div>
      </div>
    </div>
  );
}

/** Links to the lists of records that the viewer shares with a customer. */
function CustomerLinks({ name }: { name: string }) {
  return (
    <ul className="list-unstyled mb-0">
      <li>
        <a href={`/rfx?supplierName=${encodeURIComponent(name)}`}>RFxs from {name}</a>
      </li>
      <li>
        <a href="/messages">Messages</a>
      </li>
      <li>
        <a href="/ncr">Non-Conformances</a>
      </li>
    </ul>
  );
}
