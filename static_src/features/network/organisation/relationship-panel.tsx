import { LevelBadge } from "../../../domain/level";
import { usePermission } from "../../../lib/browser/page-context";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import type { Organisation } from "../types";
import "../network.scss";

type Props = { organisation: Organisation; onChange: () => void };

/** The level of the relationship, or a text without one, with a button to change it. */
export function RelationshipPanel({ organisation: { relationship, isCustomer, name }, onChange }: Props) {
  const mayChange = usePermission("MANAGE_RELATIONSHIPS");
  return (
    <Card title="Relationship">
      {relationship ? (
        <LevelBadge level={relationship.level} />
      ) : (
        !isCustomer && <p className="text-secondary">This organisation is not in your network.</p>
      )}
      {isCustomer && <p className={relationship ? "mt-2" : ""}>You are a supplier of {name}.</p>}
      {mayChange && (
        <div className="panel-action">
          <Button
            onClick={onChange}
            {...(relationship ? {} : { icon: "add", ...(isCustomer ? {} : { variant: "primary" }) })}
          >
            {relationship ? "Change Relationship..." : "Add Supplier To My Network..."}
          </Button>
        </div>
      )}
    </Card>
  );
}
