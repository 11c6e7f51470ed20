import { subscriptions, watches } from "@/lib/generated/tables";
import { named, names, row, unnest } from "@/lib/platform/columns";
import { db, inTransaction, sql, type Tx } from "@/lib/platform/database";
import { asFlag } from "@/lib/platform/expressions";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { Unauthenticated } from "../errors";
import { NOTIFICATIONS } from "../users/subscriptions";

/**
 * How much of a project or a component a person wants to hear of. A muted place has subscriptions of its own that say
 * never; a component that is followed has those of watched projects once more.
 */

/** `usual`: as the settings for everything say; of a component, as its project. */
export const ATTENTION = ["usual", "watched", "muted"] as const;
export type Attention = (typeof ATTENTION)[number];

export interface AttentionPlace {
  projectId: number;
  componentId?: number;
}

const [s, w, from] = [subscriptions.as("s"), watches.as("w"), subscriptions.as("source")];

const SCOPE = { WATCHED: 10, PROJECT: 30, COMPONENT: 40 } as const;

/** The rows that a place has of its own. */
const own = (userId: number, { projectId, componentId }: AttentionPlace) =>
  componentId === undefined
    ? sql`${s.userId} = ${userId} and ${s.scope} = ${SCOPE.PROJECT} and ${s.projectId} = ${projectId}`
    : sql`${s.userId} = ${userId} and ${s.scope} = ${SCOPE.COMPONENT} and ${s.componentId} = ${componentId}`;

/** The attention that the actor pays to a place. */
export async function attentionTo(actor: Actor, place: AttentionPlace): Promise<Attention> {
  const rows = sql`from ${s} where ${own(actor.userId, place)}`;
  const watching =
    place.componentId === undefined
      ? sql`exists (select from ${w} where ${w.userId} = ${actor.userId} and ${w.projectId} = ${place.projectId})`
      : sql`exists (select ${rows})`;
  const found = await db.one(sql`
    select ${named({
      muted: asFlag(sql`exists (select ${rows}) and not exists (select ${rows} and ${s.frequency} > 0)`),
      watching: asFlag(watching),
    })}`);
  if (found?.muted) return "muted";
  return found?.watching ? "watched" : "usual";
}

/** Changes it. The place has been found for the actor. */
export async function payAttention(actor: Actor, place: AttentionPlace, attention: Attention): Promise<void> {
  if (actor.isAnonymous) throw new Unauthenticated(refusal("signInWatch"));
  await inTransaction((tx) => setAttention(tx, actor.userId, place, attention));
}

/** Mutes a project for somebody; for links in mails, too. */
export async function setAttention(tx: Tx, userId: number, place: AttentionPlace, attention: Attention): Promise<void> {
  const { projectId, componentId } = place;
  await tx.run(sql`delete from ${s} where ${own(userId, place)}`);
  if (componentId === undefined) {
    if (attention === "watched")
      await tx.run(sql`insert into ${watches} ${row(watches, { userId, projectId })} on conflict do nothing`);
    else await tx.run(sql`delete from ${w} where ${w.userId} = ${userId} and ${w.projectId} = ${projectId}`);
  }
  const scope = componentId === undefined ? SCOPE.PROJECT : SCOPE.COMPONENT;
  const at = componentId === undefined ? sql`${projectId}::int, null::int` : sql`null::int, ${componentId}::int`;
  const into = names(s, "userId", "notification", "scope", "frequency", "projectId", "componentId");
  if (attention === "muted") {
    const kind = unnest(
      "kind",
      { name: s.notification },
      NOTIFICATIONS.map((name) => ({ name })),
    );
    await tx.run(sql`
      insert into ${subscriptions} (${into}) select ${userId}, ${kind.name}, ${scope}, 0, ${at} from ${kind} on conflict do nothing`);
  } else if (attention === "watched" && componentId !== undefined)
    await tx.run(sql`
      insert into ${subscriptions} (${into}) select ${userId}, ${from.notification}, ${scope}, ${from.frequency}, ${at}
      from ${from} where ${from.userId} = ${userId} and ${from.scope} = ${SCOPE.WATCHED} and ${from.frequency} > 0
      on conflict do nothing`);
}
