import { statSync } from "node:fs";
import { userInfo } from "node:os";
import { projects, roles, teamRoles, teams } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { db, literal, sql } from "@/lib/platform/database";
import { runningEmbedded } from "@/lib/platform/embedded-postgres";
import { dataFolder, environment } from "@/lib/platform/environment";
import { secretKeyFile } from "@/lib/platform/secrets/keys";
import { ACCESS } from "@/lib/text/codes";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import { registrationIsOpen } from "./registration";
import { readSetting } from "./settings";
import { missingKeys } from "./stored-secrets";

const [t, tr, r, p] = [teams.as("t"), teamRoles.as("tr"), roles.as("r"), projects.as("p")];

/** Something about an installation that puts it or its users at risk. */
export interface Risk {
  /** `open`: strangers can use it; `exposed`: somebody who looks can read it; `fragile`: it can be lost. */
  kind: "open" | "exposed" | "fragile";
  /** What is so. */
  what: Refusal;
  /** What to do about it. */
  remedy: Refusal;
}

/** At most so many names in one sentence. */
const NAMED = 5;

const isThisMachine = (address: string): boolean => {
  const { hostname } = new URL(address);
  return hostname === "localhost" || hostname === "[::1]" || /^127\./.test(hostname);
};

/** Days after which a backup is too old. */
const BACKUP_DAYS = 7;

/** What is risky about this installation; empty when nothing is. */
export async function examineInstallation(): Promise<Risk[]> {
  const [secrets, data, loss] = [await risksOfSecrets(), await risksOfData(), await risksOfLoss()];
  return [...risksOfSettings(), ...risksOfFiles(), ...secrets, ...data, ...loss];
}

function named(all: readonly string[]): string | Refusal {
  const names = all.slice(0, NAMED).join(", ");
  return all.length > NAMED ? refusal("namesAndMore", { names, count: all.length - NAMED }) : names;
}

/** Risks that the environment alone tells of. */
function risksOfSettings(): Risk[] {
  const { baseUrl, host, trustProxy, localRepositories, privateRepositories, privateServices } = environment();
  const risks: Risk[] = [];
  const risk = (kind: Risk["kind"], what: Refusal, remedy: Refusal): void => void risks.push({ kind, what, remedy });
  const secure = baseUrl.startsWith("https:");
  if (!secure && !isThisMachine(baseUrl))
    risk("exposed", refusal("riskUnencrypted", { address: baseUrl }), refusal("riskUnencryptedRemedy"));
  if (secure && !trustProxy) risk("open", refusal("riskOneAddress"), refusal("riskOneAddressRemedy"));
  if (!["127.0.0.1", "::1", "localhost"].includes(host) && secure)
    risk("exposed", refusal("riskBypass", { host }), refusal("riskBypassRemedy"));
  if (localRepositories.length > 0)
    risk(
      "open",
      refusal("riskLocalRepositories", { names: named(localRepositories) }),
      refusal("riskLocalRepositoriesRemedy"),
    );
  if (privateRepositories.all)
    risk("open", refusal("riskPrivateRepositories"), refusal("riskPrivateRepositoriesRemedy"));
  if (privateServices.all) risk("open", refusal("riskPrivateServices"), refusal("riskPrivateServicesRemedy"));
  return risks;
}

/** Risks of files on this machine. */
function risksOfFiles(): Risk[] {
  const { dataFolder } = environment();
  // Where root started the embedded database, the group of its user may pass through the folder, and only that.
  const passed = userInfo().uid === 0 ? 0o010 : 0;
  const mode = statSync(dataFolder).mode & 0o077 & ~passed;
  return mode === 0
    ? []
    : [
        {
          kind: "exposed",
          what: refusal("riskDataFolder", { folder: dataFolder }),
          remedy: refusal("riskDataFolderRemedy", { command: `chmod 700 ${dataFolder}` }),
        },
      ];
}

/** Risks of the key that secrets are sealed with. */
async function risksOfSecrets(): Promise<Risk[]> {
  const risks: Risk[] = [];
  const missing = await missingKeys();
  if (missing.length > 0)
    risks.push({
      kind: "fragile",
      what: refusal("riskKeyMissing", { names: named(missing) }),
      remedy: refusal("riskKeyMissingRemedy", {
        file: secretKeyFile(),
        command: "npm run -s admin -- rotate-secrets --forget-unreadable",
      }),
    });
  const { databaseUrl, secretKey } = environment();
  const external = databaseUrl !== undefined && databaseUrl !== runningEmbedded(dataFolder("postgres"));
  if (external && secretKey === undefined)
    risks.push({
      kind: "fragile",
      what: refusal("riskKeyInFile", { file: secretKeyFile() }),
      remedy: refusal("riskKeyInFileRemedy"),
    });
  return risks;
}

/** Risks that the database tells of. */
async function risksOfData(): Promise<Risk[]> {
  const risks: Risk[] = [];
  const open = await registrationIsOpen();
  const rights = await db.rows(sql`
    select distinct ${pick(r, "name")} from ${t} join ${tr} on ${tr.teamId} = ${t.id} join ${r} on ${r.id} = ${tr.roleId}
    where ${t.name} = 'Users' and ${t.builtin} and ${r.name} <> 'Add suggestion' order by ${r.name}`);
  if (open)
    risks.push({
      kind: "open",
      what:
        rights.length > 0
          ? refusal("riskRegistrationRole", { names: named(rights.map((role) => role.name)) })
          : refusal("riskRegistration"),
      remedy: refusal("riskRegistrationRemedy"),
    });
  const unproved = await db.rows(sql`
    select ${pick(p, "slug")} from ${p}
    where ${p.enableHooks} and ${p.hookSecret} = '' and ${p.accessControl} >= ${literal(ACCESS.PRIVATE)} and ${p.removedAt} is null
    order by ${p.slug}`);
  if (environment().hooksEnabled && unproved.length > 0)
    risks.push({
      kind: "open",
      what: refusal("riskHooks", { names: named(unproved.map((project) => project.slug)) }),
      remedy: refusal("riskHooksRemedy"),
    });
  return risks;
}

async function risksOfLoss(): Promise<Risk[]> {
  const last = await readSetting<{ at: string }>("last-backup");
  const remedy = refusal("riskBackupRemedy", { command: "npm run -s admin -- backup FILE" });
  if (!last) return [{ kind: "fragile", what: refusal("riskNoBackup"), remedy }];
  const days = Math.floor((Date.now() - Date.parse(last.at)) / 86_400_000);
  return days < BACKUP_DAYS ? [] : [{ kind: "fragile", what: refusal("riskOldBackup", { days }), remedy }];
}
