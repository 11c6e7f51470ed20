import { statSync } from "node:fs";
import { userInfo } from "node:os";
import { projects, roles, teamRoles, teams } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { db, literal, sql } from "@/lib/platform/database";
import { runningEmbedded } from "@/lib/platform/embedded-postgres";
import { dataFolder, environment } from "@/lib/platform/environment";
import { secretKeyFile } from "@/lib/platform/secrets/keys";
import { ACCESS } from "@/lib/text/codes";
import { registrationIsOpen } from "./registration";
import { readSetting } from "./settings";
import { missingKeys } from "./stored-secrets";

const [t, tr, r, p] = [teams.as("t"), teamRoles.as("tr"), roles.as("r"), projects.as("p")];

/** Something about an installation that puts it or its users at risk. */
export interface Risk {
  /** `open`: strangers can use it; `exposed`: somebody who looks can read it; `fragile`: it can be lost. */
  kind: "open" | "exposed" | "fragile";
  /** What is so. */
  what: string;
  /** What to do about it. */
  remedy: string;
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

function named(names: readonly string[]): string {
  const shown = names.slice(0, NAMED).join(", ");
  return names.length > NAMED ? `${shown} and ${names.length - NAMED} more` : shown;
}

/** Risks that the environment alone tells of. */
function risksOfSettings(): Risk[] {
  const { baseUrl, host, trustProxy, localRepositories, privateRepositories, privateServices } = environment();
  const risks: Risk[] = [];
  const risk = (kind: Risk["kind"], what: string, remedy: string): void => void risks.push({ kind, what, remedy });
  const secure = baseUrl.startsWith("https:");
  if (!secure && !isThisMachine(baseUrl))
    risk(
      "exposed",
      `${baseUrl} is not encrypted: passwords and tokens can be read in transit.`,
      "Put a proxy with TLS in front and set LOQUAT_BASE_URL to its https address.",
    );
  if (secure && !trustProxy)
    risk(
      "open",
      "Behind a proxy, all clients share one address and therefore one rate limit.",
      "Set LOQUAT_TRUST_PROXY=on if the proxy adds X-Forwarded-For.",
    );
  if (!["127.0.0.1", "::1", "localhost"].includes(host) && secure)
    risk(
      "exposed",
      `The server listens on ${host}, where clients can bypass the proxy.`,
      "Set LOQUAT_HOST=127.0.0.1, or close the port with a firewall.",
    );
  if (localRepositories.length > 0)
    risk(
      "open",
      `Users who can create components can read every repository below ${named(localRepositories)}.`,
      "Leave LOQUAT_LOCAL_REPOSITORIES empty if people you do not know can create components.",
    );
  if (privateRepositories.all)
    risk(
      "open",
      "Repositories can be in any private network.",
      "Name only the hosts you need in LOQUAT_PRIVATE_REPOSITORIES, or leave it empty.",
    );
  if (privateServices.all)
    risk(
      "open",
      "Machinery services and webhooks can connect to any private network.",
      "Name only the hosts you need in LOQUAT_PRIVATE_SERVICES, or leave it empty.",
    );
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
          what: `Other accounts on this machine can read the data folder ${dataFolder}.`,
          remedy: `Run: chmod 700 ${dataFolder}`,
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
      what: `Secrets in the database cannot be decrypted: the key ${named(missing)} is missing.`,
      remedy: `Set LOQUAT_SECRET_KEY to it or put its file back to ${secretKeyFile()}. If it is lost, run: npm run -s admin -- rotate-secrets --forget-unreadable, and enter the secrets again.`,
    });
  const { databaseUrl, secretKey } = environment();
  const external = databaseUrl !== undefined && databaseUrl !== runningEmbedded(dataFolder("postgres"));
  if (external && secretKey === undefined)
    risks.push({
      kind: "fragile",
      what: `The encryption key is only stored in ${secretKeyFile()}. Without it, secrets in a copy of the database cannot be decrypted.`,
      remedy: "Set LOQUAT_SECRET_KEY to that key and keep it where you keep DATABASE_URL, or keep a copy of the file.",
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
          ? `Anyone can register and then has the role ${named(rights.map((role) => role.name))} in public projects.`
          : "Anyone can register.",
      remedy: "Close registration in Management › Settings, or give the team Users fewer roles.",
    });
  const unproved = await db.rows(sql`
    select ${pick(p, "slug")} from ${p}
    where ${p.enableHooks} and ${p.hookSecret} = '' and ${p.accessControl} >= ${literal(ACCESS.PRIVATE)} and ${p.removedAt} is null
    order by ${p.slug}`);
  if (environment().hooksEnabled && unproved.length > 0)
    risks.push({
      kind: "open",
      what: `Anyone can trigger a pull in these private projects because they have no hook secret: ${named(unproved.map((project) => project.slug))}.`,
      remedy: "Set a hook secret in the settings of each project and on its code host.",
    });
  return risks;
}

async function risksOfLoss(): Promise<Risk[]> {
  const last = await readSetting<{ at: string }>("last-backup");
  const remedy = "Run every night: npm run -s admin -- backup FILE. Keep the file on another machine.";
  if (!last) return [{ kind: "fragile", what: "There is no backup.", remedy }];
  const days = Math.floor((Date.now() - Date.parse(last.at)) / 86_400_000);
  return days < BACKUP_DAYS ? [] : [{ kind: "fragile", what: `The last backup is ${days} days old.`, remedy }];
}
