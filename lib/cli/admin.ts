import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { SERVICE } from "@/lib/domain/access/actor";
import { backUp, keyFileOf } from "@/lib/domain/backups/backup";
import { DomainError, Invalid, worded } from "@/lib/domain/errors";
import { allDifferences } from "@/lib/domain/integrate/file-differences";
import { examineInstallation, type Risk } from "@/lib/domain/settings/examine";
import { rotateSecrets } from "@/lib/domain/settings/stored-secrets";
import { confirmAddresses, unconfirmedUsers } from "@/lib/domain/users/emails";
import { issueProjectToken } from "@/lib/domain/users/project-tokens";
import { resetLink } from "@/lib/domain/users/reset-password";
import { resetSecondFactors } from "@/lib/domain/users/second-factors";
import { issueToken } from "@/lib/domain/users/tokens";
import { findUser, insertUser } from "@/lib/domain/users/users";
import { users } from "@/lib/generated/tables";
import { readCatalogueFolder } from "@/lib/platform/catalogue-folder";
import { closeDatabase, databaseUrl, db, inTransaction, sql } from "@/lib/platform/database";
import {
  allVariables,
  EnvironmentError,
  environment,
  readEnvironment,
  setEnvironment,
} from "@/lib/platform/environment";
import { present } from "@/lib/platform/expressions";
import { secretKeyFile } from "@/lib/platform/secrets/keys";
import type { Refusal } from "@/lib/text/messages/refusal";
import { openDatabase, prepareDatabase, StartError } from "./database-server";
import { invitationLink } from "./invite";
import { restore } from "./restore";
import { listedOperations, undone } from "./undo";

/** The operator's command line: works while Loquat runs and while it does not. */

const USAGE = `npm run -s admin -- create-admin --username NAME --email ADDRESS [--full-name NAME] --password-stdin
npm run -s admin -- create-user --username NAME --email ADDRESS [--full-name NAME] --password-stdin
npm run -s admin -- invite [--email ADDRESS] [--team NAME [--project SLUG]] [--superuser]
npm run -s admin -- create-token --username NAME [--name TEXT]
npm run -s admin -- create-token --project SLUG [--name TEXT]
npm run -s admin -- confirm-email --username NAME
npm run -s admin -- confirm-email --everybody
npm run -s admin -- reset-password NAME
npm run -s admin -- reset-second-factor NAME
npm run -s admin -- rotate-secrets [--forget-unreadable]
npm run -s admin -- backup FILE
npm run -s admin -- restore FILE [--replace]
npm run -s admin -- compare-files
npm run -s admin -- operations PROJECT/COMPONENT
npm run -s admin -- undo ID [--dry-run] [--username NAME]
npm run -s doctor`;

class UsageError extends Error {}

/** What a command prints; with a number where it ends with another code than 0. */
type Outcome = string | undefined | { output: string; code: number };

const COMMANDS = new Map<string, (words: string[]) => Promise<Outcome>>([
  ["create-admin", (words) => createPerson(words, true)],
  ["create-user", (words) => createPerson(words, false)],
  ["invite", inviteCommand],
  ["create-token", createToken],
  ["confirm-email", confirmEmail],
  ["reset-password", resetCommand],
  ["reset-second-factor", resetFactorCommand],
  ["rotate-secrets", rotate],
  ["backup", backupCommand],
  ["restore", restoreCommand],
  ["compare-files", compareCommand],
  ["operations", operationsCommand],
  ["undo", undoCommand],
  ["doctor", doctor],
]);

/** Runs one command; gives the exit code. Only what the command is asked for goes to standard output. */
export async function admin(words: string[]): Promise<number> {
  try {
    const command = words[0];
    if (command === "help" || words.some((word) => word === "--help" || word === "-h")) {
      process.stdout.write(`${USAGE}\n`);
      return 0;
    }
    const work = COMMANDS.get(command ?? "");
    if (!work) throw new UsageError(command ? `Unknown command ${command}.` : "Enter a command.");
    setEnvironment(readEnvironment());
    await readCatalogueFolder();
    const database = await openDatabase({ share: true });
    try {
      await prepareDatabase(database.url);
      const outcome = await work(words.slice(1));
      const { output, code } = typeof outcome === "object" ? outcome : { output: outcome, code: 0 };
      if (output) process.stdout.write(`${output}\n`);
      return code;
    } finally {
      await closeDatabase();
      await database.stop();
    }
  } catch (error) {
    if (error instanceof UsageError || (error as { code?: string }).code?.startsWith("ERR_PARSE_ARGS")) {
      console.error(`Loquat: ${(error as Error).message}\n${USAGE}`);
      return 2;
    }
    if (error instanceof StartError || error instanceof EnvironmentError || error instanceof DomainError)
      console.error(`Loquat: ${error.message}`);
    else console.error(error);
    return 1;
  }
}

const KINDS: Readonly<Record<Risk["kind"], string>> = {
  open: "Open to anyone",
  exposed: "Data that others can read",
  fragile: "Data that can be lost",
};

/** Lists what is risky about the installation; ends with 1 when something is. */
async function doctor(): Promise<Outcome> {
  const risks = await examineInstallation();
  if (risks.length === 0) return "No risks were found.";
  const say = (said: Refusal) => worded(said).message;
  const lines = risks.map(({ kind, what, remedy }) => `${KINDS[kind]}: ${say(what)}\n  ${say(remedy)}`);
  return { output: lines.join("\n"), code: 1 };
}

/** Lists strings that the files of the repositories say otherwise than Loquat; ends with 1 when there are any. */
async function compareCommand(words: string[]): Promise<Outcome> {
  parseArgs({ args: words });
  const lines: string[] = [];
  for await (const { filename, told } of allDifferences()) lines.push(`${filename}\n  ${told}`);
  return lines.length === 0 ? "Files and strings agree." : { output: lines.join("\n"), code: 1 };
}

/** The one word that a command needs. */
function wordOf(words: string[], what: string, options: NonNullable<Parameters<typeof parseArgs>[0]>["options"] = {}) {
  const { values, positionals } = parseArgs({ args: words, allowPositionals: true, options });
  const [word] = positionals;
  if (!word || positionals.length > 1) throw new UsageError(`Enter ${what}.`);
  return { word, values };
}

/** Lists the operations of a component that can be undone, newest first. */
async function operationsCommand(words: string[]): Promise<Outcome> {
  return listedOperations(wordOf(words, "the path of one component").word);
}

/** Undoes an operation, in somebody's name or in Loquat's own. */
async function undoCommand(words: string[]): Promise<Outcome> {
  const { word, values } = wordOf(words, "the id of one operation", {
    "dry-run": { type: "boolean" },
    username: { type: "string" },
  });
  return undone(word, { plan: values["dry-run"] === true, username: values.username as string | undefined });
}

/** Prints a link by which somebody can choose a new password. */
async function resetCommand(words: string[]): Promise<Outcome> {
  const user = await findUser(wordOf(words, "one user name").word);
  const link = await resetLink(user);
  console.error(`Loquat: whoever opens this link within an hour sets the password of ${user.username}.`);
  return link;
}

/** Takes away the second factors of somebody who has lost them. */
async function resetFactorCommand(words: string[]): Promise<undefined> {
  const { username } = await findUser(wordOf(words, "one user name").word);
  const count = await resetSecondFactors(SERVICE, username);
  console.error(
    `Loquat: ${count} second factors of ${username} are removed, and ${username} is signed out everywhere.`,
  );
  return undefined;
}

/** Seals all secrets with a new key. */
async function rotate(words: string[]): Promise<undefined> {
  const { values } = parseArgs({ args: words, options: { "forget-unreadable": { type: "boolean" } } });
  const { changed, forgotten } = await rotateSecrets(values["forget-unreadable"]);
  if (forgotten > 0)
    console.error(`Loquat: ${forgotten} secrets could not be decrypted and were removed. Enter them again.`);
  console.error(`Loquat: the secrets of ${changed} rows are now encrypted with the new key. ${keepKey()}`);
  return undefined;
}

/** What is to be done with keys now. */
function keepKey(): string {
  return environment().secretKey === undefined
    ? `It is in ${secretKeyFile()}. Keep a copy of it.`
    : "When every process uses it, LOQUAT_SECRET_KEY_OLD is no longer needed.";
}

function fileNamed(words: string[]): { path: string; replace: boolean } {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: { replace: { type: "boolean" } },
  });
  const [path] = positionals;
  if (!path || positionals.length > 1) throw new UsageError("Enter the name of one file.");
  // The command runs in Loquat's folder; npm says where it was called.
  return { path: resolve(allVariables().INIT_CWD ?? process.cwd(), path), replace: values.replace ?? false };
}

/** Saves the installation into a file. */
async function backupCommand(words: string[]): Promise<undefined> {
  const { path } = fileNamed(words);
  const { tables, files, missing } = await backUp(path);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  console.error(`Loquat: ${rows} rows and ${files.length} uploads are saved in ${path}.`);
  for (const key of missing) console.error(`Loquat: the upload ${key} is missing and is not in the backup.`);
  if (existsSync(keyFileOf(path))) console.error(`Loquat: the encryption keys are in ${keyFileOf(path)}.`);
  return undefined;
}

/** Makes the installation what a backup says. */
async function restoreCommand(words: string[]): Promise<undefined> {
  const { path, replace } = fileNamed(words);
  const { createdAt } = await restore(databaseUrl(), path, { replace, migrations: "prisma/migrations" });
  console.error(
    `Loquat: restored the state of ${createdAt}. All users have to sign in again. If Loquat is running, restart it.`,
  );
  return undefined;
}

/** Prints a link by which somebody makes an account or joins a team. */
async function inviteCommand(words: string[]): Promise<Outcome> {
  const { values } = parseArgs({
    args: words,
    options: {
      email: { type: "string" },
      team: { type: "string" },
      project: { type: "string" },
      superuser: { type: "boolean" },
    },
  });
  if (values.project !== undefined && values.team === undefined) throw new UsageError("--project needs --team.");
  const link = await invitationLink(values);
  console.error("Loquat: whoever opens this link within 7 days is invited. It can be used once.");
  return link;
}

/** Makes an account whose address counts as confirmed. */
async function createPerson(words: string[], isSuperuser: boolean): Promise<undefined> {
  const { values } = parseArgs({
    args: words,
    options: {
      username: { type: "string" },
      email: { type: "string" },
      "full-name": { type: "string" },
      "password-stdin": { type: "boolean" },
    },
  });
  const { username, email } = values;
  if (!username || !email) throw new UsageError("--username and --email are required.");
  const existing = await db.one(
    sql`select ${present} from ${users} where lower(${users.username}) = lower(${username})`,
  );
  if (existing) {
    console.error(`Loquat: the user ${username} already exists. Nothing was changed.`);
    return undefined;
  }
  if (!values["password-stdin"]) throw new UsageError("Send the password on standard input and add --password-stdin.");
  const password = await readStandardInput();
  await inTransaction((tx) =>
    insertUser(tx, {
      username,
      email,
      fullName: values["full-name"] || username,
      password,
      isSuperuser,
      emailConfirmed: true,
    }),
  );
  console.error(
    isSuperuser
      ? `Loquat: ${username} is now an administrator of this installation.`
      : `Loquat: ${username} can sign in now.`,
  );
  return undefined;
}

async function readStandardInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks)
    .toString("utf8")
    .replace(/\r?\n$/, "");
}

async function createToken(words: string[]): Promise<string> {
  const { values } = parseArgs({
    args: words,
    options: { username: { type: "string" }, project: { type: "string" }, name: { type: "string" } },
  });
  if (Boolean(values.username) === Boolean(values.project)) throw new UsageError("Use either --username or --project.");
  if (values.username) {
    const user = await findUser(values.username);
    return (await issueToken(user.id, { name: values.name ?? "command line" })).key;
  }
  return issueProjectToken(values.project ?? "", values.name ?? "command line");
}

/** Says that addresses are their owners', as they stand: commits carry them from now on. */
async function confirmEmail(words: string[]): Promise<undefined> {
  const { values } = parseArgs({
    args: words,
    options: { username: { type: "string" }, everybody: { type: "boolean" } },
  });
  if (Boolean(values.username) === Boolean(values.everybody))
    throw new UsageError("Use either --username or --everybody.");
  const users = values.username ? [await findUser(values.username)] : await unconfirmedUsers();
  for (const user of users) {
    if (user.email === null && user.commitEmail === null)
      throw new Invalid([{ path: "", code: "invalid", message: `The user ${user.username} has no e-mail address.` }]);
    await confirmAddresses(user.id, user);
    const addresses = [user.email, user.commitEmail].filter((one) => one !== null).join(" and ");
    console.error(`Loquat: ${addresses} of ${user.username} confirmed.`);
  }
  if (users.length === 0) console.error("Loquat: every address is already confirmed.");
  return undefined;
}
