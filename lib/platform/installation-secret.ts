import { randomBytes } from "node:crypto";
import { settings } from "@/lib/generated/tables";
import { assigned, named, names, row } from "./columns";
import { db, sql } from "./database";
import { asJson } from "./expressions";
import { open, seal } from "./secrets/seal";

/** Secrets that an installation makes for itself. They lie sealed among its settings; all processes get the same ones. */

/** The place that they are sealed for: table and column. */
const PLACE = "settings.value";

/** Names of the settings that are secrets: of the cookies of sessions, of calls to `/api/inngest`, of names of our changes, and of links that end notices. */
export const INSTALLATION_SECRETS = ["auth-secret", "engine.signing-key", "change-id", "notice-links"] as const;
export type InstallationSecret = (typeof INSTALLATION_SECRETS)[number];

/** The secret, made on first use. @param prefix what it begins with */
export async function installationSecret(name: InstallationSecret, prefix = ""): Promise<string> {
  const known = await readInstallationSecret(name);
  if (known !== undefined) return known;
  const value = seal(`${prefix}${randomBytes(32).toString("hex")}`, PLACE);
  // An empty one was forgotten with its key.
  await db.run(sql`
    insert into ${settings} ${row(settings, { name, value })}
    on conflict (${names(settings, "name")}) do update set ${assigned(settings, { value })} where ${settings.value} = '""'`);
  const stored = await readInstallationSecret(name);
  if (stored === undefined) throw new Error(`The secret ${name} could not be stored.`);
  return stored;
}

/** The secret; undefined before its first use. @throws SecretKeyError when its key is not known here */
export async function readInstallationSecret(name: InstallationSecret): Promise<string | undefined> {
  const value = asJson<string>(settings.value);
  const stored = await db.one(sql`select ${named({ value })} from ${settings} where ${settings.name} = ${name}`);
  return stored?.value ? open(stored.value, PLACE) : undefined;
}
