import { settings } from "@/lib/generated/tables";
import { assigned, named, names, row } from "@/lib/platform/columns";
import { db, sql, type Tx } from "@/lib/platform/database";
import { asJson } from "@/lib/platform/expressions";

/** Settings of the installation: small JSON values by name. */

/** The stored value, or undefined. */
export async function readSetting<T>(name: string): Promise<T | undefined> {
  const found = await db.one(sql`
    select ${named({ value: asJson<T>(settings.value) })} from ${settings} where ${settings.name} = ${name}`);
  return found?.value;
}

/** Lets others who change a setting wait until the transaction ends; it need not be there yet. */
export async function holdSetting(tx: Pick<Tx, "run">, name: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtext(${name}))`);
}

/** Stores a value, replacing the former one. */
export async function writeSetting(tx: Pick<Tx, "run">, name: string, value: unknown): Promise<void> {
  await tx.run(sql`
    insert into ${settings} ${row(settings, { name, value })}
    on conflict (${names(settings, "name")}) do update set ${assigned(settings, { value })}`);
}
