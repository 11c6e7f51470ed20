"use client";

import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { Bar, type DrawnBar } from "./bar";
import { LinkButton } from "./link-button";
import { StateMark } from "./state-mark";
import { TickCell, type Ticks } from "./tick-cell";
import { type DrawnTime, Time } from "./time";

/** A row of a table of work, in words: written by the server once, and drawn from them. */
export interface WorkRowWords {
  key: string | number;
  name: ReactNode;
  /** Under the name. */
  note?: ReactNode;
  href: string;
  bar: DrawnBar;
  /** What is left to do. */
  left: string;
  /** How `left` looks, when it is no number. */
  mood?: "none" | "done";
  /** Words to do, strings that need editing, failing checks, suggestions; "" for none. */
  counts: readonly [words: string, editing: string, failing: string, suggestions: string];
  /** When it changed last. */
  time: DrawnTime;
  action?: { href: string; text: string; label: string };
  tick?: { value: string; label: string };
}

/**
 * The rows of a table of work. They are drawn here and not by the server, whose drawing a page carries twice: as HTML and
 * for React. Of these rows it carries the words.
 */
export function WorkRows({
  rows,
  action,
  ticks,
}: {
  rows: readonly WorkRowWords[];
  /** Whether there is a column of links into the editor. */
  action: boolean;
  ticks?: Ticks;
}) {
  return rows.map((row) => <WorkRow key={row.key} row={row} action={action} ticks={ticks} />);
}

/** Written out without components of their own: a page has a hundred such rows, and draws each of them whole. */
function WorkRow({ row, action, ticks }: { row: WorkRowWords; action: boolean; ticks: Ticks | undefined }) {
  const [words, editing, failing, suggestions] = row.counts;
  return (
    <tr>
      {ticks ? <TickCell ticks={ticks} {...row.tick} /> : null}
      <th scope="row">
        <a href={row.href} className="name-link row-name">
          {row.name}
        </a>
        {row.note ? <span className="row-note">{row.note}</span> : null}
      </th>
      <td>
        <div className="progress">
          <Bar bar={row.bar} />
          {left(row)}
        </div>
        {marks(failing, suggestions)}
      </td>
      {amount("words", words)}
      {amount("editing", editing)}
      {amount("failing", failing)}
      {amount("suggestions", suggestions)}
      <td className="wide text-ink-2">
        <Time time={row.time} />
      </td>
      {action ? (
        <td className="num max-sm:hidden">
          {row.action ? (
            <LinkButton small href={row.action.href} label={row.action.label}>
              {row.action.text}
            </LinkButton>
          ) : null}
        </td>
      ) : null}
    </tr>
  );
}

/** What columns say that narrow screens have no place for, where there is something to say. */
function marks(failing: string, suggestions: string) {
  if (failing === "" && suggestions === "") return null;
  return (
    // The bar says it to those who do not see.
    <span aria-hidden className="row-marks">
      {failing ? <StateMark state="failing" size={12} /> : null}
      {failing || null}
      {suggestions ? <StateMark state="suggestion" size={12} /> : null}
      {suggestions || null}
    </span>
  );
}

function left({ left, mood }: WorkRowWords) {
  if (mood !== "done") return <span className={mood && "text-ink-3"}>{left}</span>;
  return (
    <span className="inline-flex items-center gap-1 text-approved">
      <Check aria-hidden size={16} /> {left}
    </span>
  );
}

/** A number of a column, whose mark stands in the head of the table. */
function amount(column: string, text: string) {
  return (
    <td key={column} className={text === "" ? "num wide text-ink-3" : "num wide"}>
      {text || "0"}
    </td>
  );
}
