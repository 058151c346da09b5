import { useState } from "react";
import { ApiError } from "../../../api/errors";
import { CurrencyPicker } from "../../../domain/places/currency-picker";
import { useDraft } from "../../../lib/state/use-draft";
import { useSave } from "../../../lib/state/use-save";
import { dayOf, dayProblem, parseDay, printDay } from "../../../lib/text/days";
import { DateInput } from "../../../ui/date-input";
import { Field, FieldErrors, FieldGroup } from "../../../ui/field";
import { FormModal } from "../../../ui/form-modal";
import { TextInput } from "../../../ui/inputs";
import { type NewRates, saveRates } from "./comparison-calls";
import type { Rates } from "./types";
import "./rates-modal.scss";

type Props = {
  requestId: number;
  rates: Rates;
  /** The currencies of all amounts. */
  currencies: readonly string[];
  onSaved: () => void;
  onClose: () => void;
};
type Row = { currency: string; rate: string; day: string };
type Errors = Readonly<Record<string, readonly string[]>>;

/** Dialog for the currency that amounts are converted into, and one typed rate with its day for each other currency. */
export function RatesModal({ requestId, rates, currencies, onSaved, onClose }: Props) {
  const [base, setBase] = useState(rates.baseCurrency);
  const [rows, setRows] = useState(() => rowsOf(rates, currencies));
  const [basedOn, setBasedOn] = useState(rates.updated);
  const [errors, setErrors] = useState<Errors>({});
  const draftState = useDraft(
    `rates.${requestId}`,
    () => ({ base, rows }),
    (entries) => {
      setBase(entries.base);
      setRows(entries.rows);
    },
  );
  const { save, busy, failure, setFailure } = useSave({
    send: (body: NewRates) => saveRates(requestId, body),
    success: "Rates saved.",
    onSaved: () => {
      onSaved();
      onClose();
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      setErrors(error.fields);
      const now = error.body.now as { updated?: string } | undefined;
      if (error.code === "stale" && now?.updated) {
        setBasedOn(now.updated);
        setFailure(error.message);
      }
    },
  });
  const shown = rows.filter(({ currency }) => currency !== base);
  const change = (currency: string, changes: Partial<Row>) => {
    setRows(rows.map((row) => (row.currency === currency ? { ...row, ...changes } : row)));
    setErrors({});
  };
  const submit = () => {
    const entered = base ? shown.filter(({ rate }) => rate.trim()) : [];
    const problems: Record<string, string[]> = {};
    for (const [index, { day }] of entered.entries()) {
      if (!parseDay(day)) problems[`rates.${index}.date`] = [dayProblem(day) ?? "Enter a date."];
    }
    setErrors(problems);
    if (Object.keys(problems).length > 0) return;
    save({
      baseCurrency: base,
      rates: entered.map(({ currency, rate, day }) => ({ currency, rate, date: parseDay(day) ?? day })),
      basedOn,
    });
  };
  const entered = shown.filter(({ rate }) => rate.trim()).map(({ currency }) => currency);
  const errorsOf = (currency: string) => {
    const at = `rates.${entered.indexOf(currency)}`;
    return ["currency", "rate", "date"].flatMap((name) => errors[`${at}.${name}`] ?? []);
  };
  return (
    <FormModal
      title="Exchange rates"
      onClose={onClose}
      busy={busy}
      onSubmit={submit}
      submitLabel="Save rates"
      busyText="Saving..."
      failure={failure}
      draftState={draftState}
    >
      <Field
        label="Convert amounts into"
        hint="Optional. Without a currency, amounts are shown as they were entered."
        error={errors.baseCurrency ?? []}
      >
        <CurrencyPicker
          value={base}
          onChange={(code) => {
            setBase(code);
            setErrors({});
          }}
        />
      </Field>
      {base && shown.length > 0 && (
        <FieldGroup label="Rates" hint={`The value of one unit in ${base}, and the day of the rate.`}>
          {shown.map(({ currency, rate, day }) => {
            const faults = errorsOf(currency);
            return (
              <div key={currency} className="rate-row">
                <span className="rate-currency num">1 {currency} =</span>
                <TextInput
                  className="num"
                  aria-label={`Rate of ${currency} in ${base}`}
                  aria-invalid={faults.length > 0 || undefined}
                  inputMode="decimal"
                  autoComplete="off"
                  maxLength={30}
                  value={rate}
                  onChange={(event) => change(currency, { rate: event.target.value })}
                />
                <span className="rate-currency">{base}</span>
                <DateInput
                  label={`Day of the rate of ${currency}`}
                  value={parseDay(day)}
                  text={day}
                  max={dayOf(new Date())}
                  onChange={(_, text) => change(currency, { day: text })}
                />
                <FieldErrors errors={faults} />
              </div>
            );
          })}
        </FieldGroup>
      )}
    </FormModal>
  );
}

/** Return a row for each currency of an amount or of a stored rate; new rates are of today. */
function rowsOf({ rates, baseCurrency }: Rates, currencies: readonly string[]): Row[] {
  const stored = new Map(rates.map((rate) => [rate.currency, rate]));
  const codes = new Set([...currencies, ...stored.keys(), ...(baseCurrency ? [baseCurrency] : [])]);
  return [...codes].sort().map((currency) => {
    const rate = stored.get(currency);
    return { currency, rate: rate?.rate ?? "", day: printDay(rate?.date ?? dayOf(new Date())) };
  });
}
