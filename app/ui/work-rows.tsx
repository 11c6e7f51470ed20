"use client";

import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { Bar, type DrawnBar } from "./bar";
import { Cell } from "./cell";
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

const STATES = [undefined, "needs-editing", "failing", "suggestion"] as const;

function WorkRow({ row, action, ticks }: { row: WorkRowWords; action: boolean; ticks: Ticks | undefined }) {
  return (
    <tr>
      {ticks ? <TickCell ticks={ticks} {...row.tick} /> : null}
      <Cell head>
        <a href={row.href} className="name-link row-name">
          {row.name}
        </a>
        {row.note ? <span className="row-note">{row.note}</span> : null}
      </Cell>
      <Cell>
        <div className="progress">
          <div>
            <Bar bar={row.bar} />
          </div>
          <span>
            <Left row={row} />
          </span>
        </div>
        <Marks counts={row.counts} />
      </Cell>
      {STATES.map((state, at) => (
        <Cell key={state ?? "words"} numeric wide>
          <Amount state={state} text={row.counts[at] ?? ""} />
        </Cell>
      ))}
      <Cell wide className="text-ink-2">
        <Time time={row.time} />
      </Cell>
      {action ? (
        <Cell numeric className="max-sm:hidden">
          {row.action ? (
            <LinkButton small href={row.action.href} label={row.action.label}>
              {row.action.text}
            </LinkButton>
          ) : null}
        </Cell>
      ) : null}
    </tr>
  );
}

/** What columns say that narrow screens have no place for, where there is something to say. */
function Marks({ counts: [, , failing, suggestions] }: { counts: WorkRowWords["counts"] }) {
  if (failing === "" && suggestions === "") return null;
  return (
    // The bar says it to those who do not see.
    <span aria-hidden className="row-marks">
      {failing ? (
        <span className="inline-flex items-center gap-1">
          <StateMark state="failing" size={12} /> {failing}
        </span>
      ) : null}
      {suggestions ? (
        <span className="inline-flex items-center gap-1">
          <StateMark state="suggestion" size={12} /> {suggestions}
        </span>
      ) : null}
    </span>
  );
}

function Left({ row: { left, mood } }: { row: WorkRowWords }) {
  if (mood === "none") return <span className="text-ink-3">{left}</span>;
  if (mood !== "done") return left;
  return (
    <span className="inline-flex items-center gap-1 text-approved">
      <Check aria-hidden size={16} /> {left}
    </span>
  );
}

function Amount({ state, text }: { state: (typeof STATES)[number]; text: string }) {
  if (text === "") return <span className="text-ink-3">0</span>;
  if (!state) return text;
  return (
    <>
      <StateMark state={state} size={12} /> {text}
    </>
  );
}
