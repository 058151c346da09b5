import { Badge } from "../../../../ui/badge";
import { Card } from "../../../../ui/card";
import type { RequestProgress } from "../../types";
import "../../requests.scss";

/** The suppliers that nothing was sent to: they wait for their turn, or a sentence says why. */
export function Unsent({ suppliers }: { suppliers: RequestProgress["unsent"] }) {
  return (
    <Card title="Not sent" className="request-unsent">
      <ul>
        {suppliers.map(({ id, name, failure }) => (
          <li key={id}>
            <bdi>{name}</bdi>
            {failure ? (
              <span className="text-bad">{failure}</span>
            ) : (
              <Badge icon="clock">Waiting to be sent</Badge>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
