import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { projects, subscriptions, users } from "@/lib/generated/tables";
import { assigned, names, pick, unnest } from "@/lib/platform/columns";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { installationSecret } from "@/lib/platform/installation-secret";
import { refusal } from "@/lib/text/messages/refusal";
import { NotFound } from "../errors";
import { ASKED_NOTIFICATIONS } from "../users/subscriptions";
import { setAttention } from "./attention";

/**
 * Links in mails that end notices without signing in. They are signed by the installation, hold whom and what they are
 * about, and do nothing else: they never expire, as an old mail may be the one that is looked at.
 */

const schema = z.object({
  user: z.number().int(),
  /** One kind, everywhere. */
  notification: z.string().max(100).optional(),
  /** One project, every kind. */
  project: z.number().int().optional(),
});

/** What a link ends; with neither a kind nor a project, everything. */
export type Stop = z.infer<typeof schema>;

const signature = async (text: string): Promise<string> =>
  createHmac("sha256", await installationSecret("notice-links"))
    .update(`stop:${text}`)
    .digest("base64url");

/** The token of a link. */
export async function stopToken(stop: Stop): Promise<string> {
  const text = Buffer.from(JSON.stringify(stop)).toString("base64url");
  return `${text}.${await signature(text)}`;
}

/** What a token stands for; undefined for one that we did not make. */
async function readToken(token: string): Promise<Stop | undefined> {
  const [text = "", signed = ""] = token.split(".");
  const right = Buffer.from(await signature(text));
  const given = Buffer.from(signed);
  if (right.length !== given.length || !timingSafeEqual(right, given)) return undefined;
  return schema.safeParse(JSON.parse(Buffer.from(text, "base64url").toString())).data;
}

const [u, p, s] = [users.as("u"), projects.as("p"), subscriptions.as("s")];

/** What a link ends, for the page that asks. @throws NotFound */
export async function readStop(token: string): Promise<{ username: string; notification?: string; project?: string }> {
  const stop = await readToken(token);
  const user = stop && (await db.one(sql`select ${pick(u, "username")} from ${u} where ${u.id} = ${stop.user}`));
  if (!stop || !user) throw new NotFound(refusal("linkNotComplete"));
  const project =
    stop.project === undefined
      ? undefined
      : await db.one(
          sql`select ${pick(p, "name")} from ${p} where ${p.id} = ${stop.project} and ${p.removedAt} is null`,
        );
  if (stop.project !== undefined && !project) throw new NotFound(refusal("projectMissingMore"));
  return { username: user.username, notification: stop.notification, project: project?.name };
}

/** Ends what a link is about. Done twice, it changes nothing more. @throws NotFound */
export async function stopNotices(token: string): Promise<void> {
  const stop = await readToken(token);
  if (!stop) throw new NotFound(refusal("linkNotComplete"));
  const { user, notification, project } = stop;
  await inTransaction(async (tx) => {
    if (project !== undefined) {
      const there = await tx.one(sql`
        select ${pick(p, "id")} from ${p} where ${p.id} = ${project} and ${p.removedAt} is null
          and exists (select from ${u} where ${u.id} = ${user})`);
      if (there) await setAttention(tx, user, { projectId: project }, "muted");
      return;
    }
    const kind = notification === undefined ? sql`` : sql`and ${s.notification} = ${notification}`;
    await tx.run(sql`update ${s} set ${assigned(s, { frequency: 0 })} where ${s.userId} = ${user} ${kind}`);
    // What is told without a subscription needs one that says never.
    const unasked = unnest(
      "unasked",
      { name: s.notification },
      ASKED_NOTIFICATIONS.filter((name) => notification === undefined || name === notification).map((name) => ({
        name,
      })),
    );
    await tx.run(sql`
      insert into ${subscriptions} (${names(s, "userId", "notification", "scope", "frequency")})
      select ${u.id}, ${unasked.name}, 0, 0 from ${unasked} join ${u} on ${u.id} = ${user} on conflict do nothing`);
  });
}
