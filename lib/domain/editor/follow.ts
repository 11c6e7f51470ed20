import { changes } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { anyOf } from "@/lib/platform/expressions";
import { listen } from "@/lib/platform/listening";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { denied } from "../access/denied";
import { STRINGS_CHANNEL } from "../changes/record";
import { Forbidden, Unauthenticated } from "../errors";
import { type PlaceOfStrings, translationsIn } from "./place";
import { EDITORS_CHANNEL, type PresentTab, presentIn } from "./presence";

/** What happens in translations while they are open in an editor. */
export type LiveEvent =
  /** Strings that have changed; null when they are too many to name. */
  | { units: number[] | null }
  /** Everybody who has one of them open now. */
  | { people: PresentTab[]; translation: number };

/** Somebody whom events are told. */
type Follower = (event: LiveEvent) => void;

/** Editors that one account may have open at this process: more are a mistake, or an attack. */
const MOST_OF_ONE = 20;
/** Several people who move at once are told of once. */
const GATHER_MS = 200;
/** Somebody who falls silent is gone some time later. */
const LOOK_MS = 30_000;
/** Seconds before the last contact that are looked at again: transactions end later than they begin. */
const MARGIN_SECONDS = 300;
const MOST_NAMED = 100;

const tabs = (rows: readonly (PresentTab & { translationId: number })[]): PresentTab[] =>
  rows.map(({ translationId, ...tab }) => tab);

/** Followers of one translation at this process. */
class Circle {
  readonly followers = new Set<Follower>();
  private people = "[]";
  private gathering: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly translationId: number) {}

  tell(event: LiveEvent): void {
    for (const follower of [...this.followers]) follower(event);
  }

  /** Reads who is there, soon, and tells it when it is something new. */
  look(): void {
    this.gathering ??= setTimeout(() => {
      this.gathering = undefined;
      void this.read().catch(() => {});
    }, GATHER_MS);
  }

  /** People who may have gone without a word. */
  lookAgain(): void {
    if (this.people !== "[]") this.look();
  }

  private async read(): Promise<void> {
    if (this.followers.size === 0) return;
    const people = tabs(await presentIn([this.translationId]));
    const text = JSON.stringify(people);
    if (text === this.people) return;
    this.people = text;
    this.tell({ people, translation: this.translationId });
  }

  close(): void {
    clearTimeout(this.gathering);
  }
}

/** All that is followed at this process: the bundles of pages and routes have it in common. */
class Circles {
  private readonly circles = new Map<number, Circle>();
  private readonly accounts = new Map<number, number>();
  private ends: (() => void)[] = [];

  join(translationIds: readonly number[], userId: number, follower: Follower): () => void {
    const open = (this.accounts.get(userId) ?? 0) + 1;
    if (open > MOST_OF_ONE)
      throw new Forbidden(denied("not-supported", refusal("followAtMost", { most: MOST_OF_ONE })));
    this.accounts.set(userId, open);
    if (this.circles.size === 0) this.begin();
    for (const id of translationIds) {
      const circle = this.circles.get(id) ?? new Circle(id);
      this.circles.set(id, circle);
      circle.followers.add(follower);
    }
    let left = false;
    return () => {
      if (left) return;
      left = true;
      const open = (this.accounts.get(userId) ?? 1) - 1;
      if (open > 0) this.accounts.set(userId, open);
      else this.accounts.delete(userId);
      for (const id of translationIds) this.leave(id, follower);
    };
  }

  private leave(translationId: number, follower: Follower): void {
    const circle = this.circles.get(translationId);
    circle?.followers.delete(follower);
    if (circle?.followers.size !== 0) return;
    circle.close();
    this.circles.delete(translationId);
    if (this.circles.size > 0) return;
    for (const end of this.ends.splice(0)) end();
  }

  private begin(): void {
    const all = (act: (circle: Circle) => void) => () => {
      for (const circle of this.circles.values()) act(circle);
    };
    const timer = setInterval(
      all((circle) => circle.lookAgain()),
      LOOK_MS,
    );
    timer.unref();
    this.ends = [
      () => clearInterval(timer),
      listen(STRINGS_CHANNEL, {
        said: (payload) => {
          const [translation, units] = payload.split(":");
          this.circles
            .get(Number(translation))
            ?.tell({ units: units === "*" ? null : (units ?? "").split(",").map(Number) });
        },
        missed: all((circle) => circle.tell({ units: null })),
      }),
      listen(EDITORS_CHANNEL, {
        said: (payload) => this.circles.get(Number(payload))?.look(),
        missed: all((circle) => circle.look()),
      }),
    ];
  }
}

const slot = Symbol.for("loquat.editor.circles");
const store = globalThis as { [slot]?: Circles };

/**
 * Follows the translations of a list: what changes in them and who has them open, told at once, from all processes.
 * @param since the time, in milliseconds, up to which the follower knows everything; undefined for one who has just come
 * @returns what ends it
 * @throws Unauthenticated for nobody; NotFound for a translation that may not be seen; Forbidden for too many at once
 */
export async function followPlace(
  actor: Actor,
  place: PlaceOfStrings,
  since: number | undefined,
  follower: Follower,
): Promise<() => void> {
  if (actor.isAnonymous) throw new Unauthenticated(refusal("signInFollow"));
  const ids = (await translationsIn(actor, place)).map(({ id }) => id);
  store[slot] ??= new Circles();
  const leave = store[slot].join(ids, actor.userId, follower);
  try {
    const present = await presentIn(ids);
    const busy = new Set(present.map(({ translationId }) => translationId));
    // Of one translation it is told that nobody is there, too.
    for (const translation of ids.length === 1 ? ids : busy)
      follower({ people: tabs(present.filter((tab) => tab.translationId === translation)), translation });
    const units = since === undefined ? [] : await changedSince(ids, since);
    if (units === null || units.length > 0) follower({ units });
  } catch (error) {
    leave();
    throw error;
  }
  return leave;
}

/** Strings that have changed since a time, and perhaps some more; null when they are many. */
async function changedSince(translationIds: readonly number[], since: number): Promise<number[] | null> {
  const from = new Date(Math.min(Math.max(since, 0), Date.now()) - MARGIN_SECONDS * 1000);
  const rows = await db.rows(sql`
    select distinct ${pick(changes, "unitId")} from ${changes}
    where ${anyOf(changes.translationId, translationIds)} and ${changes.at} > ${from} and ${changes.unitId} is not null
    limit ${MOST_NAMED + 1}`);
  return rows.length > MOST_NAMED ? null : rows.flatMap(({ unitId }) => unitId ?? []);
}
