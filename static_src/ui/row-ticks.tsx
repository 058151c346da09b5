import { type ChangeEvent, type KeyboardEvent, useEffect, useRef } from "react";

type Key = string | number;

/** The ticked rows of a table. */
export type RowTicks = {
  has: (key: Key) => boolean;
  /** Tick or untick a row; with `isRange` all rows from the last one to this one. */
  set: (key: Key, ticked: boolean, isRange: boolean) => void;
  /** The state of the heading: how many of the loaded rows are ticked. */
  loaded: "none" | "some" | "all";
  /** Tick or untick the loaded rows. */
  setLoaded: (ticked: boolean) => void;
  /** Called for keys on the checkbox of a row. */
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
};

/** The checkbox of the heading, which ticks the loaded rows. */
export function TickAll({ ticks }: { ticks: RowTicks }) {
  const input = useRef<HTMLInputElement>(null);
  // HTML has no attribute for this state.
  useEffect(() => {
    if (input.current) input.current.indeterminate = ticks.loaded === "some";
  }, [ticks.loaded]);
  return (
    <th scope="col" className="tick-cell">
      <label className="tick">
        <input
          ref={input}
          type="checkbox"
          className="form-check-input"
          checked={ticks.loaded === "all"}
          onChange={({ target }) => ticks.setLoaded(target.checked)}
          data-tick-all
        />
        <span className="visually-hidden">Select the rows shown</span>
      </label>
    </th>
  );
}

type RowProps = { ticks: RowTicks; rowKey: Key; name: string };

/** The checkbox of a row. Shift selects the rows between the last one and this one. */
export function TickRow({ ticks, rowKey, name }: RowProps) {
  const change = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) =>
    ticks.set(rowKey, target.checked, (nativeEvent as MouseEvent).shiftKey === true);
  return (
    <td className="tick-cell">
      <label className="tick">
        <input
          type="checkbox"
          className="form-check-input"
          checked={ticks.has(rowKey)}
          onChange={change}
          onKeyDown={ticks.onKeyDown}
          data-tick
          // Some browsers select text on Shift and click instead of clicking the input of the label.
          onMouseDown={(event) => event.shiftKey && event.preventDefault()}
        />
        <span className="visually-hidden">Select {name}</span>
      </label>
    </td>
  );
}

/** Move the focus to the checkbox of the heading, after the controls of the selection have disappeared. */
export function focusTickAll(): void {
  document.querySelector<HTMLElement>("[data-tick-all]")?.focus();
}
