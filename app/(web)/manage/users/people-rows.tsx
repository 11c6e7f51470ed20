"use client";

import type { ReactNode } from "react";
import { Cell } from "@/app/ui/cell";
import { TickCell } from "@/app/ui/tick-cell";
import { type DrawnTime, Time } from "@/app/ui/time";

/** Somebody in the table of people, in words: written by the server once, and drawn from them (as `WorkRows`). */
export interface PersonWords {
  key: number;
  name: string;
  username: string;
  href: string;
  email: ReactNode;
  kind: string;
  joined: DrawnTime;
  seen: DrawnTime;
  /** What the box says; without it there is none. */
  tick?: string;
}

/** @param form the form that the boxes belong to */
export function PeopleRows({ rows, form }: { rows: readonly PersonWords[]; form: string }) {
  return rows.map(({ key, name, username, href, email, kind, joined, seen, tick }) => (
    <tr key={key} className="hover:bg-sunken">
      {tick ? <TickCell ticks={{ form, name: "who" }} value={username} label={tick} /> : null}
      <Cell head>
        <a className="name-link" href={href}>
          <bdi>{name}</bdi>
        </a>
        <span className="block text-meta break-all text-ink-3">
          <bdi>{username}</bdi>
        </span>
      </Cell>
      <Cell wide>{email}</Cell>
      <Cell>{kind}</Cell>
      <Cell wide>
        <Time time={joined} />
      </Cell>
      <Cell>
        <Time time={seen} />
      </Cell>
    </tr>
  ));
}
