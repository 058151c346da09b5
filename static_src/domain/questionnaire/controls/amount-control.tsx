import { useLoaded } from "../../../lib/browser/use-loaded";
import { TextInput } from "../../../ui/inputs";
import { controlId } from "../field-ids";
import { isRecord } from "../rules/types";
import { type ControlProps, textOf } from "./control-props";
import { ControlSkeleton } from "./control-skeleton";
import "../doc-view-controls.scss";

const load = () => import("../../places/currency-picker");

/** Currency and amount; each control has its own label within the group. */
export function AmountControl({ placed, value, onChange, showsErrors }: ControlProps) {
  const picker = useLoaded(load);
  const { currency, amount } = isRecord(value)
    ? { currency: textOf(value.currency), amount: textOf(value.amount) }
    : { currency: "", amount: "" };
  const change = (next: { currency: string; amount: string }) =>
    onChange(next.currency || next.amount ? next : null);
  return (
    <div className="doc-amount">
      <div className="doc-currency">
        {picker ? (
          <picker.CurrencyPicker
            label="Currency"
            placeholder="Currency"
            value={currency || null}
            onChange={(code) => change({ currency: code ?? "", amount })}
          />
        ) : (
          <ControlSkeleton text={currency} label="Currency" placeholder="Currency" />
        )}
      </div>
      <TextInput
        className="num"
        aria-label="Amount"
        aria-describedby={`${controlId(placed.key)}-error`}
        aria-invalid={showsErrors || undefined}
        placeholder="Amount"
        inputMode="decimal"
        autoComplete="off"
        value={amount}
        onChange={(event) => change({ currency, amount: event.target.value })}
      />
    </div>
  );
}
