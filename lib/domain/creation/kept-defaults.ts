import { isDeepStrictEqual } from "node:util";
import { db, inTransaction } from "@/lib/platform/database";
import type { Actor } from "../access/actor";
import { defaultsAt, holdDefaults } from "../components/component-defaults";
import {
  isSharedSetting,
  SHARED_SETTING_NAMES,
  type SharedSetting,
  type SharedValues,
} from "../components/shared-settings";
import { sweepAlerts } from "../diagnostics/sweep";
import { type Marks, ownChanges } from "../stale";
import {
  carryOutDefaults,
  checkedDefaults,
  type DefaultsOwner,
  type DefaultsWish,
  demandDefaults,
  placeOf,
  planDefaults,
} from "./change-defaults";
import { carryOutOnce, findKept, type Kept, keep } from "./internal/kept-plans";
import { changedBy } from "./many-settings";

/** Changes of defaults that somebody looks at before they are made. */

/** Stands for a setting that a place does not set. */
const ABSENT = null;

/** What is stored of a place, `ABSENT` for what it does not set: what a form shows, and the marks of it tell. */
export const wholeDefaults = (values: SharedValues): Record<SharedSetting, unknown> =>
  Object.fromEntries(SHARED_SETTING_NAMES.map((name) => [name, values[name] ?? ABSENT])) as Record<
    SharedSetting,
    unknown
  >;

/** Where previews of defaults are kept: beside those of settings for the same place. */
const keptAt = (path: string): string => `component-defaults/${path}`;

/**
 * Keeps what a form asks for, for a day, and gives its id; null when that changes nothing.
 * @param path slugs of the project or category, joined by "/"; empty for the installation
 * @param given what the place is to set; what it does not name is to be set there no more
 * @param seen marks of what the form showed: what was left as it was stays as others have saved it since
 * @throws as `applyDefaults`; StaleForm for what somebody else has changed since it was seen
 */
export async function keepDefaultsPlan(
  actor: Actor,
  owner: DefaultsOwner,
  path: string,
  given: SharedValues,
  seen: Marks,
): Promise<string | null> {
  demandDefaults(actor, owner);
  const { set } = await checkedDefaults(owner, { set: given, reset: [] });
  const now = wholeDefaults(await defaultsAt(db, placeOf(owner)));
  const own = Object.entries(ownChanges(seen, now, wholeDefaults(set))).filter(
    ([name, value]) => !isDeepStrictEqual(value, now[name as SharedSetting]),
  );
  if (own.length === 0) return null;
  const wish: DefaultsWish = {
    set: Object.fromEntries(own.filter(([, value]) => value !== ABSENT)),
    reset: own.flatMap(([name, value]) => (value === ABSENT && isSharedSetting(name) ? [name] : [])),
  };
  const { version } = await planDefaults(actor, owner, wish);
  return keep(actor, { projectId: owner?.project.id ?? 0, path: keptAt(path), wish: { ...wish }, version });
}

/** A plan that was kept, with the components that it has changed. */
export interface KeptDefaults extends Kept<DefaultsWish> {
  changed: number[];
}

/** A plan of one's own. @throws NotFound */
export async function findDefaultsPlan(actor: Actor, path: string, id: string): Promise<KeptDefaults> {
  const kept = await findKept<DefaultsWish>(actor, keptAt(path), id);
  return { ...kept, changed: await changedBy(kept.operationId) };
}

/**
 * Carries a kept plan out, once: again it gives the same operation, null when no component has changed.
 * @throws as `applyDefaults`
 */
export async function applyKeptDefaults(
  actor: Actor,
  owner: DefaultsOwner,
  kept: KeptDefaults,
): Promise<string | null> {
  demandDefaults(actor, owner);
  const operation = await inTransaction(async (tx) => {
    await holdDefaults(tx, { alone: true });
    return carryOutOnce(tx, kept, async () => {
      const wish = await checkedDefaults(owner, kept.wish);
      return (await carryOutDefaults(tx, actor, owner, wish, kept.version)).operation;
    });
  });
  if (operation) await sweepAlerts(owner && { projectId: owner.project.id });
  return operation;
}
