import { sshHostKeys } from "@/lib/generated/tables";
import { eachRow, pick, recordset } from "@/lib/platform/columns";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { fingerprint } from "@/lib/platform/vcs/ssh-key";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { Conflict, Invalid, NotFound } from "../errors";

/** SSH servers that Loquat has met, each known by its keys. Whoever shows another key is not let near a repository. */

const h = sshHostKeys.as("h");

export interface HostKeyView {
  id: number;
  /** `host`, or `[host]:port`. */
  host: string;
  type: string;
  fingerprint: string;
  pinnedAt: Date;
}

const COLUMNS = pick(h, "id", "host", "type", "key", "pinnedAt");

/** All known keys by host. Needs `management.use`. */
export async function listHostKeys(actor: Actor): Promise<HostKeyView[]> {
  demand(actor, "management.use");
  const rows = await db.rows(sql`select ${COLUMNS} from ${h} order by ${h.host}, ${h.type}`);
  return rows.map(({ key, ...rest }) => ({ ...rest, fingerprint: fingerprint(key) }));
}

/** Forgets all keys of a host: the next one that it shows is taken. Needs `management.use`. @throws NotFound */
export async function forgetHost(actor: Actor, host: string): Promise<void> {
  demand(actor, "management.use");
  const gone = await db.run(sql`delete from ${h} where ${h.host} = ${host}`);
  if (gone === 0) throw new NotFound(refusal("noSshHost", { host }));
}

const LINE =
  /^(\[[0-9a-z.:_-]+\]:\d{1,5}|[0-9a-z.:_-]+) ((?:ssh|ecdsa|sk)-[0-9a-z@.-]+) ([0-9A-Za-z+/]{40,2000}={0,2})(?: .*)?$/i;

/**
 * Takes a key before the host is met: a line as `ssh-keyscan` prints it; gives what is known of it then. Needs
 * `management.use`.
 * @throws Invalid on `line`; Conflict when the host is known by another key of this type
 */
export async function addHostKey(actor: Actor, line: string): Promise<HostKeyView[]> {
  demand(actor, "management.use");
  const [, host, type, key] = LINE.exec(line.trim()) ?? [];
  if (!host || !type || !key || !says(key, type)) throw Invalid.field("line", refusal("enterLineKnown"));
  const name = host.toLowerCase().replace(/^\[(.*)\]:22$/, "$1");
  await inTransaction(async (tx) => {
    const values = [{ host: name, type, key }];
    const g = recordset("g", { host: h.host, type: h.type, key: h.key }, values);
    const made = await tx.run(sql`
      insert into ${sshHostKeys} ${eachRow(sshHostKeys, { host: g.host, type: g.type, key: g.key })} from ${g} on conflict do nothing`);
    const known = await tx.one(sql`select ${COLUMNS} from ${h} where ${h.host} = ${name} and ${h.type} = ${type}`);
    if (made === 0 && known?.key !== key) throw new Conflict(refusal("knownAnotherKey", { name }));
  });
  return (await listHostKeys(actor)).filter((known) => known.host === name);
}

/** Whether a key in base64 begins with its type, as RFC 4253 6.6 has it. */
function says(key: string, type: string): boolean {
  const bytes = Buffer.from(key, "base64");
  return bytes.length > 4 + type.length && bytes.subarray(4, 4 + bytes.readUInt32BE(0)).toString("latin1") === type;
}

/** Keys of a host as `type base64`. */
export async function keysOfHost(host: string): Promise<string[]> {
  const rows = await db.rows(sql`select ${COLUMNS} from ${h} where ${h.host} = ${host} order by ${h.id}`);
  return rows.map(({ type, key }) => `${type} ${key}`);
}

/** Takes the keys of a host that was met for the first time; of two that meet it at once, the first decides. */
export async function pinHost(host: string, keys: readonly string[]): Promise<void> {
  const rows = keys.map((line) => {
    const [type = "", key = ""] = line.split(" ");
    return { host, type, key };
  });
  const g = recordset("g", { host: h.host, type: h.type, key: h.key }, rows);
  await inTransaction(async (tx) => {
    await tx.run(sql`lock table ${sshHostKeys} in share row exclusive mode`);
    await tx.run(sql`
      insert into ${sshHostKeys} ${eachRow(sshHostKeys, { host: g.host, type: g.type, key: g.key })} from ${g}
      where not exists (select from ${h} where ${h.host} = ${host})`);
  });
}
