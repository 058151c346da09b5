import { useDates } from "../../../lib/text/dates";
import { Button } from "../../../ui/button";
import { Icon } from "../../../ui/icon";
import type { Comparison } from "./types";
import "./cell-content.scss";
import "./comparison.scss";

type Props = { comparison: Comparison; canChange: boolean; onChange: () => void };

/** The currency and the rates of all amounts, with the way to change them. Nothing without amounts. */
export function RatesLine({ comparison, canChange, onChange }: Props) {
  const { rates, currencies } = comparison;
  const { date } = useDates();
  if (currencies.length === 0) return null;
  const { baseCurrency, enteredBy } = rates;
  const missing = baseCurrency
    ? currencies.filter(
        (code) => code !== baseCurrency && !rates.rates.some(({ currency }) => currency === code),
      )
    : [];
  const days = [...new Set(rates.rates.map((rate) => rate.date))].sort();
  const [first, last] = [days[0], days.at(-1)];
  const dates = first && last && (first === last ? date(first) : `${date(first)} to ${date(last)}`);
  const text = !baseCurrency
    ? currencies.length === 1
      ? `Amounts in ${currencies[0]}`
      : `Amounts in ${currencies.length} currencies`
    : dates
      ? `Amounts in ${baseCurrency}, at rates of ${dates} entered by ${enteredBy}`
      : `Amounts in ${baseCurrency}`;
  return (
    <span className="comparison-rates">
      <span>
        <Icon name="refresh" /> {text}
      </span>
      {missing.length > 0 && (
        <span className="comparison-wait">
          <Icon name="warning" /> No rate for {missing.join(", ")}
        </span>
      )}
      {canChange && (
        <Button variant="link" size="sm" onClick={onChange}>
          {baseCurrency ? "Change rates" : "Enter rates"}
        </Button>
      )}
    </span>
  );
}
