"use client";

import { type DrawnTime, Time } from "./time";

/** Who made a change: the name, a link to that person, and the words around it. */
export interface ByWords {
  before: string;
  name: string;
  after: string;
  /** Missing for a pseudonym, which leads nowhere. */
  href?: string;
}

/** Where a change was made. */
export interface PlaceWords {
  name: string;
  href?: string;
}

/** The head of a line of the history, in words: written by the server once, and drawn from them (as `WorkRows`). */
export interface ChangeWords {
  what: string;
  by?: ByWords;
  cause?: string;
  place?: PlaceWords;
  revert?: { href: string; text: string };
  time: DrawnTime;
}

export function By({ by: { before, name, after, href } }: { by: ByWords }) {
  return (
    <span className="text-ink-2">
      {before}
      {href === undefined ? (
        <bdi>{name}</bdi>
      ) : (
        <a href={href} className="person-link">
          <bdi>{name}</bdi>
        </a>
      )}
      {after}
    </span>
  );
}

export function PlaceLink({ place: { name, href } }: { place: PlaceWords }) {
  if (href === undefined) return <span className="text-ink-2">{name}</span>;
  return (
    <a href={href} className="quiet-link place">
      {name}
    </a>
  );
}

/** Who did what where, and when. */
export function ChangeHead({ what, by, cause, place, revert, time }: ChangeWords) {
  return (
    <p className="change-head">
      <b>{what}</b>
      {by ? <By by={by} /> : null}
      {cause ? <span className="text-ink-3">{cause}</span> : null}
      {place ? <PlaceLink place={place} /> : null}
      <span className="change-at">
        {revert ? (
          <a href={revert.href} className="me-3 text-ink-2 underline underline-offset-2">
            {revert.text}
          </a>
        ) : null}
        <Time time={time} />
      </span>
    </p>
  );
}
