import { prisma, sql, type Tx } from "@/lib/platform/database";

/** Settings of the installation: small JSON values by name. */

/** The stored value, or undefined. */
export async function readSetting<T>(name: string): Promise<T | undefined> {
  return (await prisma().setting.findUnique({ where: { name } }))?.value as T | undefined;
}

/** Stores a value, replacing the former one. */
export async function writeSetting(tx: Pick<Tx, "run">, name: string, value: unknown): Promise<void> {
  await tx.run(sql`
    insert into settings (name, value) values (${name}, ${JSON.stringify(value)}::jsonb)
    on conflict (name) do update set value = excluded.value`);
}
