"use client";

import { Cell } from "./cell";
import { TickCell, type Ticks } from "./tick-cell";
import { type DrawnTime, Time } from "./time";

/** A repository in a table, in words: written by the server once, and drawn from them (as `WorkRows`). */
export interface RepositoryWords {
  key: number;
  name: string;
  href: string;
  /** The address, and the branch. */
  from: string;
  state: string;
  /** How the state looks, where it wants attention or none. */
  mood?: "failing" | "quiet";
  /** Strings to commit, commits to push, commits to pull. */
  counts: readonly [waiting: string, toPush: string, missing: string];
  time: DrawnTime;
  /** What its box says; without it there is none. */
  tick?: string;
}

const MOODS = { failing: "text-failing", quiet: "text-ink-2" } as const;

export function RepositoryRows({ rows, ticks }: { rows: readonly RepositoryWords[]; ticks?: Ticks }) {
  return rows.map(({ key, name, href, from, state, mood, counts, time, tick }) => (
    <tr key={key}>
      {ticks ? <TickCell ticks={ticks} value={tick && String(key)} label={tick} /> : null}
      <Cell head>
        <a className="name-link" href={href}>
          {name}
        </a>
        <span className="block max-w-[30vw] truncate text-meta text-ink-3 sm:max-w-md" dir="ltr">
          {from}
        </span>
      </Cell>
      <Cell>{mood ? <span className={MOODS[mood]}>{state}</span> : state}</Cell>
      <Cell numeric className="max-sm:hidden">
        {counts[0]}
      </Cell>
      <Cell numeric wide>
        {counts[1]}
      </Cell>
      <Cell numeric wide>
        {counts[2]}
      </Cell>
      <Cell wide>
        <Time time={time} />
      </Cell>
    </tr>
  ));
}
