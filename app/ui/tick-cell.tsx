import { Cell } from "./cell";

/** The form that ticks of rows belong to, and their name in it. */
export interface Ticks {
  form: string;
  name: string;
}

/** The first cell of a row that can be ticked; empty where this row cannot. */
export function TickCell({ ticks, value, label }: { ticks: Ticks; value?: string; label?: string }) {
  return (
    <Cell className="w-10">
      {value === undefined ? null : (
        <input
          type="checkbox"
          form={ticks.form}
          name={ticks.name}
          value={value}
          aria-label={label}
          className="block size-6 accent-primary"
        />
      )}
    </Cell>
  );
}
