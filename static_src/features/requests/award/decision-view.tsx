import { Badge } from "../../../ui/badge";
import { Card, Facts } from "../../../ui/card";
import { Time } from "../../../ui/time";
import { SupplierResult } from "./supplier-result";
import type { Award } from "./types";
import "./award.scss";

/** The decision to read: awarded suppliers with reasons, then the others. */
export function DecisionView({ award }: { award: Award }) {
  const awarded = award.suppliers.filter(({ isAwarded }) => isAwarded);
  const others = award.suppliers.filter((each) => !each.isAwarded && (each.getsLetter || each.canAward));
  return (
    <Card title="Decision">
      <div className="award-form">
        <ul className="award-list" aria-label="Awarded suppliers">
          {awarded.map((supplier) => (
            <li key={supplier.id} className="award-supplier">
              <div className="award-supplier-head">
                <span className="award-name">
                  <a href={`/rfx/${supplier.id}`}>
                    <bdi>{supplier.name}</bdi>
                  </a>
                  <Badge tone="ok" icon="completed">
                    {award.state === "SENT" ? "Awarded" : "Chosen"}
                  </Badge>
                </span>
                <SupplierResult supplier={supplier} />
              </div>
              <div className="award-reason">{supplier.reason}</div>
            </li>
          ))}
        </ul>
        {award.reason && <div className="award-reason">{award.reason}</div>}
        {others.length > 0 && (
          <>
            <h3 className="award-heading">Not awarded</h3>
            <ul className="award-list" aria-label="Other suppliers">
              {others.map((supplier) => (
                <li key={supplier.id} className="award-supplier-head">
                  <a href={`/rfx/${supplier.id}`}>
                    <bdi>{supplier.name}</bdi>
                  </a>
                  <SupplierResult supplier={supplier} />
                </li>
              ))}
            </ul>
          </>
        )}
        <Facts
          items={[
            [
              "Standstill until",
              award.standstillUntil ? <Time key="day" value={award.standstillUntil} /> : "none",
            ],
            ["Scores in letters", award.includeScores ? "own score and rank" : "no"],
          ]}
        />
      </div>
    </Card>
  );
}
