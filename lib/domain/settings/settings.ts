import { settings } from "@/lib/generated/tables";
import { assigned, names, row } from "@/lib/platform/columns";
import { db, sql, type Tx } from "@/lib/platform/database";

/** Settings of the installation: small JSON values by name. */

/** The stored value, or undefined. */
export async function readSetting<T>(name: string): Promise<T | undefined> {
  return (await db.prisma.setting.findFirst({ where: { name } }))?.value as T | undefined;
}

/** Stores a value, replacing the former one. */
export async function writeSetting(tx: Pick<Tx, "run">, name: string, value: unknown): Promise<void> {
  await tx.run(sql`
    insert into ${settings} ${row(settings, { name, value })}
    on conflict (${names(settings, "name")}) do update set ${assigned(settings, { value })}`);
}
