import { createHash, randomUUID } from "node:crypto";
import { addons, components, projects, publishedFiles } from "@/lib/generated/tables";
import { assigned, named, pick, row } from "@/lib/platform/columns";
import { db, inTransaction, sql, type Tx } from "@/lib/platform/database";
import { asJson } from "@/lib/platform/expressions";
import { refusal } from "@/lib/text/messages/refusal";
import { NotFound } from "../errors";
import type { FileToPublish } from "./addon";
import { findAddonType } from "./registry";

/**
 * Files of translations that an add-on publishes: whoever knows its address reads them. The address has a part that nobody
 * can guess.
 */

const [a, c, p, f] = [addons.as("a"), components.as("c"), projects.as("p"), publishedFiles.as("f")];

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/**
 * Makes these the published files of an add-on, besides those of before that are to be kept. Gives how many are other ones
 * than before, those that went included.
 */
export async function publishFiles(
  addonId: number,
  files: readonly FileToPublish[],
  keep: readonly string[] = [],
): Promise<number> {
  return inTransaction(async (tx) => {
    // One at a time, and none once the add-on is removed.
    const there = await tx.one(sql`
      select ${named({ state: asJson<{ public?: string }>(a.state) })} from ${a} where ${a.id} = ${addonId} for update`);
    if (!there) return 0;
    if (there.state.public === undefined) await nameAddress(tx, addonId);
    const before = await tx.rows(sql`select ${pick(f, "path", "sha256")} from ${f} where ${f.addonId} = ${addonId}`);
    const known = new Map(before.map((one) => [one.path, one.sha256]));
    const wanted = files.map((file) => ({ ...file, sha256: sha256(file.bytes) }));
    const changed = wanted.filter((file) => known.get(file.path) !== file.sha256);
    const stays = new Set([...keep, ...wanted.map(({ path }) => path)]);
    const gone = before.flatMap(({ path }) => (stays.has(path) ? [] : [path]));
    const old = [...gone, ...changed.map(({ path }) => path)];
    await tx.run(sql`delete from ${f} where ${f.addonId} = ${addonId} and ${f.path} = any(${old}::text[])`);
    for (const { path, language, bytes, sha256: hash } of changed) {
      const [content, size] = [Buffer.from(bytes), bytes.length];
      await tx.run(sql`
        insert into ${publishedFiles} ${row(publishedFiles, { addonId, path, language, content, size, sha256: hash })}`);
    }
    return changed.length + gone.length;
  });
}

/** The content of a file that an add-on has published. */
export async function publishedBytes(addonId: number, path: string): Promise<Uint8Array | undefined> {
  const where = sql`${f.addonId} = ${addonId} and ${f.path} = ${path}`;
  return (await db.one(sql`select ${pick(f, "content")} from ${f} where ${where}`))?.content;
}

async function nameAddress(tx: Tx, addonId: number): Promise<void> {
  const state = sql`${a.state} || jsonb_build_object('public', ${randomUUID()}::text)`;
  await tx.run(sql`update ${a} set ${assigned(a, { state })} where ${a.id} = ${addonId}`);
}

/** What stands between an address and the files of an add-on whose component and project are there. */
const published = (address: string) => sql`
  from ${f} join ${a} on ${a.id} = ${f.addonId} join ${c} on ${c.id} = ${a.componentId} join ${p} on ${p.id} = ${c.projectId}
  where ${a.state}->>'public' = ${address} and ${c.removedAt} is null and ${p.removedAt} is null`;

const missing = () => new NotFound(refusal("noFile"));

/** The files of an address, by path. @throws NotFound */
export async function publishedManifest(address: string) {
  const rows = await db.rows(sql`
    select ${pick(f, "path", "language", "sha256", "size", "publishedAt")} ${published(address)} order by ${f.path}`);
  if (rows.length === 0) throw missing();
  return rows;
}

/** One file. `media` is what it is, where the add-on that made it vouches for it. @throws NotFound */
export async function publishedFile(
  address: string,
  path: string,
): Promise<{ content: Uint8Array; sha256: string; media: string | undefined }> {
  const row = await db.one(sql`
    select ${pick(f, "content", "sha256")}, ${named({ addon: a.name })} ${published(address)} and ${f.path} = ${path}`);
  if (!row) throw missing();
  return { ...row, media: findAddonType(row.addon)?.publishes?.mediaOf?.(path) };
}
