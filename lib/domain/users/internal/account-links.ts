import { randomBytes } from "node:crypto";
import { accountLinks, users } from "@/lib/generated/tables";
import { assigned, combined, named, pick, row, within } from "@/lib/platform/columns";
import { type Connection, sql, type Tx } from "@/lib/platform/database";
import { asFlag, sqlNow } from "@/lib/platform/expressions";
import type { AccountLinkKind } from "@/lib/text/codes";
import { hashKey } from "../tokens";
import { COLUMNS } from "../users";

/** Links that prove who opens them. Their tokens are random, stored as fingerprints, and good once. */

const k = accountLinks.as("k");

const LINK = combined(
  pick(k, "id", "kind", "email"),
  named({ hasPassword: asFlag(sql`${users.passwordHash} is not null`) }),
  within("user", COLUMNS),
);

/** Makes a link and gives its token. Earlier links of the same kind end. */
export async function issueLink(
  tx: Tx,
  userId: number,
  { kind, email, minutes }: { kind: AccountLinkKind; email: string; minutes: number },
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const expiresAt = sql`now() + make_interval(mins => ${minutes}::int)`;
  await tx.run(sql`
    delete from ${k} where (${k.userId} = ${userId} and ${k.kind} = ${kind}) or ${k.expiresAt} < now() - interval '1 day'`);
  await tx.run(sql`
    insert into ${accountLinks} ${row(accountLinks, { userId, kind, email, hash: hashKey(token), expiresAt })}`);
  return token;
}

/** The link of a token and whose it is; undefined when it has been used, has ended, or never was. */
export function findLink(on: Pick<Connection, "one">, token: string, kinds: readonly AccountLinkKind[]) {
  const hash = hashKey(token);
  return on.one(sql`
    select ${LINK} from ${k} join ${users} on ${users.id} = ${k.userId}
    where ${k.hash} = ${hash} and ${k.kind} = any(${kinds}::text[]) and ${k.usedAt} is null and ${k.expiresAt} > now()
      and ${users.isActive} and not ${users.isBot} and not ${users.isAnonymous}`);
}

/** Uses a link up; false when somebody else was faster. */
export async function takeLink(tx: Tx, linkId: number): Promise<boolean> {
  const used = await tx.run(sql`
    update ${k} set ${assigned(k, { usedAt: sqlNow })} where ${k.id} = ${linkId} and ${k.usedAt} is null`);
  return used > 0;
}
