import { existsSync, mkdirSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { z } from "zod";
import { type EnvironmentVariables, environmentSchema } from "./environment-schema";
import { type SignInSettings, signInSettings, withSecretFiles } from "./environment-sign-in";
import type { PrivateHosts } from "./outside/networks";

/** A setting whose value cannot be used; the message names the variable and says what would be right. */
export class EnvironmentError extends Error {
  override readonly name = "EnvironmentError";
}

/** Variables whose value is told to nobody, a wrong one included. */
const SECRET_NAMES = /SECRET|TOKEN|_KEY$|^DATABASE_URL$|^SMTP_URL$|REDIS/;

export interface Setting {
  name: string;
  description: string;
  /** Markdown: the default value, or what is used instead; "" for nothing. */
  without: string;
}

/** All settings, for the table in `lib/cli/README.md`. `NODE_ENV` and `INNGEST_DEV` belong to the tools. */
export function settings(): Setting[] {
  const { properties = {} } = z.toJSONSchema(environmentSchema, { io: "input", unrepresentable: "any" });
  return Object.entries(properties).flatMap(([name, about]) => {
    if (name === "NODE_ENV" || name === "INNGEST_DEV") return [];
    const { description, without, default: usual } = about as { [key: string]: unknown };
    if (typeof description !== "string") throw new Error(`${name} has no description.`);
    const value = usual === undefined || usual === "" ? "" : `\`${usual}\``;
    return [{ name, description, without: typeof without === "string" ? without : value }];
  });
}

/** A setting and what this process was given for it. */
export interface GivenSetting extends Setting {
  /** As it was given; undefined where it was not, or where it is nobody's to read. */
  value: string | undefined;
  given: boolean;
}

/** All settings with what the environment says of them. What is secret is told as given or not, and nothing more. */
export function givenSettings(source: Record<string, string | undefined> = process.env): GivenSetting[] {
  return settings().map((setting) => {
    const value = source[setting.name] || undefined;
    const hidden = SECRET_NAMES.test(setting.name);
    return { ...setting, given: value !== undefined, value: hidden ? undefined : value };
  });
}

export interface Environment {
  mode: "production" | "development" | "test";
  port: number;
  /** Address the web server listens on. */
  host: string;
  /** Public base address without a trailing slash; every printed link begins with it. */
  baseUrl: string;
  /** Absolute path of the one folder Loquat writes to. */
  dataFolder: string;
  /** Address of an external PostgreSQL; undefined means the embedded one. */
  databaseUrl: string | undefined;
  databasePool: number;
  webProcesses: number;
  worker: "inline" | "separate" | "none";
  /** Whether people or programs read the log. */
  logFormat: "text" | "json";
  /** Absolute folder with further catalogues of the interface. */
  messages: string | undefined;
  /** True when a reverse proxy in front sets X-Forwarded-For. */
  trustProxy: boolean;
  hooksEnabled: boolean;
  /** True when a project gets a glossary with its first component. */
  glossaries: boolean;
  /** Private and loopback hosts that repository addresses may point at. */
  privateRepositories: PrivateHosts;
  /** Absolute folders of this machine in which repositories may lie. */
  localRepositories: readonly string[];
  /** How much of a repository is fetched. */
  partialClones: "auto" | "always" | "never";
  /** Private hosts that machinery services and other addresses we send to may point at. */
  privateServices: PrivateHosts;
  /** When alerts are raised. */
  alerts: { commits: number; unusedDays: number; requireLicense: boolean };
  rateAnonymous: string;
  rateUser: string;
  /** Pages for each network that nobody is signed in from. */
  ratePages: string;
  pageSize: number;
  bodyLimit: number;
  projectLanguagesBare: boolean;
  redisUrl: string | undefined;
  upstash: { url: string; token: string } | undefined;
  /** Where uploaded files are kept; undefined means the data folder. */
  s3: { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string } | undefined;
  /** The Inngest server that runs tasks instead of our engine, and where it reaches us. */
  inngest: { baseUrl?: string; eventKey?: string; signingKey?: string; dev?: string; serveOrigin?: string };
  /** Where mails go and whom they are from; undefined when none are sent. */
  mail: { url: string; from: string } | undefined;
  authSecret: string | undefined;
  /** Who may say who somebody is, and what is asked for besides. */
  signIn: SignInSettings;
  /** Key of the secrets in the database; undefined means the file in the data folder. */
  secretKey: string | undefined;
  /** Former keys, which only open. */
  secretKeysOld: readonly string[];
}

/**
 * Reads and checks the environment.
 * @throws EnvironmentError naming the first variable that cannot be used
 */
export function readEnvironment(source: Record<string, string | undefined> = process.env): Environment {
  const given = withSecretFiles(source, (message) => new EnvironmentError(message));
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const name = String(issue?.path[0] ?? "environment");
    const value = SECRET_NAMES.test(name) ? "" : ` (it is "${source[name] ?? ""}")`;
    throw new EnvironmentError(`${name} ${issue?.message ?? "cannot be used"}${value}.`);
  }
  return shape(parsed.data);
}

/** The bucket for uploaded files. @throws EnvironmentError when only part of it is named */
function bucketOf(raw: EnvironmentVariables): Environment["s3"] {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = raw;
  if (!S3_BUCKET) return undefined;
  for (const name of ["S3_ENDPOINT", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const)
    if (!raw[name]) throw new EnvironmentError(`${name} is required with S3_BUCKET.`);
  return {
    endpoint: S3_ENDPOINT ?? "",
    bucket: S3_BUCKET,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID ?? "",
    secretAccessKey: S3_SECRET_ACCESS_KEY ?? "",
  };
}

/** The server for tasks. @throws EnvironmentError when a key of it is missing */
function taskServerOf(raw: EnvironmentVariables): Environment["inngest"] {
  const { INNGEST_BASE_URL, INNGEST_EVENT_KEY, INNGEST_SIGNING_KEY, INNGEST_DEV, INNGEST_SERVE_ORIGIN } = raw;
  if (INNGEST_BASE_URL && !INNGEST_DEV)
    for (const name of ["INNGEST_EVENT_KEY", "INNGEST_SIGNING_KEY"] as const)
      if (!raw[name]) throw new EnvironmentError(`${name} is required with INNGEST_BASE_URL.`);
  return {
    baseUrl: INNGEST_BASE_URL?.replace(/\/+$/, ""),
    eventKey: INNGEST_EVENT_KEY,
    signingKey: INNGEST_SIGNING_KEY,
    dev: INNGEST_DEV,
    serveOrigin: INNGEST_SERVE_ORIGIN?.replace(/\/+$/, ""),
  };
}

/** The base address that every link begins with. */
const baseUrlOf = (raw: EnvironmentVariables): string =>
  (raw.LOQUAT_BASE_URL ?? `http://localhost:${raw.PORT}`).replace(/\/+$/, "");

/** The sender of mails where none is named. */
const usualSender = (raw: EnvironmentVariables): string =>
  `Loquat <noreply@${new URL(baseUrlOf(raw)).hostname.replace(/[[\]:]/g, "")}>`;

function shape(raw: EnvironmentVariables): Environment {
  if (raw.UPSTASH_REDIS_REST_URL && !raw.UPSTASH_REDIS_REST_TOKEN)
    throw new EnvironmentError("UPSTASH_REDIS_REST_TOKEN is required with UPSTASH_REDIS_REST_URL.");
  const folder = raw.LOQUAT_DATA ?? ".data";
  return {
    mode: raw.NODE_ENV,
    port: raw.PORT,
    host: raw.LOQUAT_HOST,
    baseUrl: baseUrlOf(raw),
    dataFolder: isAbsolute(folder) ? folder : resolve(/*turbopackIgnore: true*/ process.cwd(), folder),
    databaseUrl: raw.DATABASE_URL,
    databasePool: raw.LOQUAT_DATABASE_POOL,
    webProcesses: raw.LOQUAT_WEB_PROCESSES,
    worker: raw.LOQUAT_WORKER,
    logFormat: raw.LOQUAT_LOG,
    messages: raw.LOQUAT_MESSAGES,
    trustProxy: raw.LOQUAT_TRUST_PROXY,
    hooksEnabled: raw.LOQUAT_HOOKS,
    glossaries: raw.LOQUAT_GLOSSARY,
    privateRepositories: raw.LOQUAT_PRIVATE_REPOSITORIES,
    localRepositories: raw.LOQUAT_LOCAL_REPOSITORIES,
    partialClones: raw.LOQUAT_PARTIAL_CLONES,
    privateServices: raw.LOQUAT_PRIVATE_SERVICES,
    alerts: {
      commits: raw.LOQUAT_ALERT_COMMITS,
      unusedDays: raw.LOQUAT_ALERT_UNUSED_DAYS,
      requireLicense: raw.LOQUAT_REQUIRE_LICENSE,
    },
    rateAnonymous: raw.LOQUAT_RATE_ANONYMOUS,
    rateUser: raw.LOQUAT_RATE_USER,
    ratePages: raw.LOQUAT_RATE_PAGES,
    pageSize: raw.LOQUAT_PAGE_SIZE,
    bodyLimit: raw.LOQUAT_BODY_LIMIT,
    projectLanguagesBare: raw.API_PROJECT_LANGUAGES_BARE,
    redisUrl: raw.REDIS_URL,
    upstash:
      raw.UPSTASH_REDIS_REST_URL && raw.UPSTASH_REDIS_REST_TOKEN
        ? { url: raw.UPSTASH_REDIS_REST_URL, token: raw.UPSTASH_REDIS_REST_TOKEN }
        : undefined,
    inngest: taskServerOf(raw),
    s3: bucketOf(raw),
    mail: raw.SMTP_URL ? { url: raw.SMTP_URL, from: raw.LOQUAT_MAIL_FROM ?? usualSender(raw) } : undefined,
    authSecret: raw.NEXTAUTH_SECRET,
    signIn: signInSettings(raw, (message) => new EnvironmentError(message)),
    secretKey: raw.LOQUAT_SECRET_KEY,
    secretKeysOld: raw.LOQUAT_SECRET_KEY_OLD,
  };
}

const slot = Symbol.for("loquat.environment");
const store = globalThis as { [slot]?: Environment };

/** The environment of this process, read once. */
export function environment(): Environment {
  store[slot] ??= readEnvironment();
  return store[slot];
}

/** Replaces the environment of this process; for the start command and tests. */
export function setEnvironment(value: Environment): void {
  store[slot] = value;
}

/** A folder below the data folder, created when it is missing: nobody else may enter it. */
export function dataFolder(...parts: string[]): string {
  const path = resolve(environment().dataFolder, ...parts);
  if (!existsSync(path)) mkdirSync(path, { recursive: true, mode: 0o700 });
  return path;
}

/** Variables of this process that a program we start needs, without those that are not set. */
export function inheritedVariables(...names: string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name] as string]])),
  );
}

/** All variables of this process, for a program that is part of Loquat. */
export function allVariables(): NodeJS.ProcessEnv {
  return process.env;
}

/** Sets a variable that a library reads by itself. */
export function provideVariable(name: string, value: string): void {
  process.env[name] = value;
}
