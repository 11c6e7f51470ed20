import { existsSync, mkdirSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { z } from "zod";
import { type SignInSettings, signInSettings, signInVariables, withSecretFiles } from "./environment-sign-in";
import { type PrivateHosts, readPrivateHosts } from "./outside/networks";
import { readKeyText } from "./secrets/key-text";

/** A setting whose value cannot be used; the message names the variable and says what would be right. */
export class EnvironmentError extends Error {
  override readonly name = "EnvironmentError";
}

const flag = (usual: "on" | "off") =>
  z
    .string()
    .default(usual)
    .transform((value) => /^(1|true|yes|on)$/i.test(value === "" ? usual : value));

const optional = z
  .string()
  .optional()
  .transform((value) => (value === undefined || value === "" ? undefined : value));

const rate = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .refine((value) => value === "off" || /^[1-9]\d{0,8}\/(minute|hour|day)$/.test(value), {
      error: 'must look like "100/day", "5000/hour" or be "off"',
    });

/** Nothing, everything, or a list of hosts and networks in private networks. */
const privateHosts = z
  .string()
  .default("off")
  .refine((value) => readPrivateHosts(value) !== undefined, {
    error: 'must be "on", "off" or a list of hosts and networks like "git.intern,10.0.0.0/8"',
  })
  .transform((value) => readPrivateHosts(value) as PrivateHosts);

const FLAG = /^(?:0|1|true|false|yes|no|on|off)?$/i;

/** Folders, separated by colons or commas. `off` is the value of former versions for none of them. */
const folders = z
  .string()
  .default("off")
  .transform((value) => (/^(?:0|false|no|off)?$/i.test(value.trim()) ? [] : value.split(/[:,]/)))
  .transform((list) => list.map((folder) => folder.trim()).filter(Boolean))
  .refine((list) => list.every((folder) => isAbsolute(folder) || FLAG.test(folder)), {
    error: 'must be a list of absolute folders, separated by colons, like "/srv/git:/srv/more"',
  })
  .refine((list) => !list.some((folder) => FLAG.test(folder)), {
    error: 'no longer opens all folders: name those that may be used, separated by colons, like "/srv/git:/srv/more"',
  });

const KEY_FORM = "must be 32 bytes, in hex (64 characters) or base64 (44 characters)";
const secretKey = optional.refine((value) => value === undefined || readKeyText(value) !== undefined, {
  error: KEY_FORM,
});
const secretKeys = z
  .string()
  .default("")
  .transform((value) => value.split(/[\s,]+/).filter(Boolean))
  .refine((list) => list.every((one) => readKeyText(one) !== undefined), {
    error: `${KEY_FORM}; several are separated by commas`,
  });

/** Variables whose value is told to nobody, a wrong one included. */
const SECRET_NAMES = /SECRET|TOKEN|_KEY$|^DATABASE_URL$|^SMTP_URL$|REDIS/;

/** A row of the table in `lib/cli/README.md`: what a setting means, and what holds without it when that is no value. */
const row = (description: string, without?: string) => ({ description, ...(without && { without }) });

const schema = z.object({
  NODE_ENV: z.enum(["production", "development", "test"]).default("production"),
  PORT: z.coerce.number().int().min(1).max(65535).default(3000).meta(row("Port of the web server.")),
  LOQUAT_HOST: z.string().default("127.0.0.1").meta(row("Address that the web server listens on.")),
  LOQUAT_BASE_URL: optional
    .pipe(z.url({ protocol: /^https?$/, error: "must be an http or https address" }).optional())
    .meta(row("Public address; every printed link begins with it.", "`http://localhost:PORT`")),
  LOQUAT_DATA: optional.meta(
    row("The only folder that Loquat writes to: embedded database, working copies, uploads.", "`.data`"),
  ),
  DATABASE_URL: optional
    .pipe(
      z
        .string()
        .regex(/^postgres(ql)?:\/\//, "must begin with postgresql://")
        .optional(),
    )
    .meta(
      row(
        "Your own PostgreSQL server (16 or newer; a direct connection, not a transaction pooler).",
        "embedded server",
      ),
    ),
  LOQUAT_DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10).meta(row("Connections of one process.")),
  LOQUAT_WEB_PROCESSES: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .default(1)
    .meta(row("Processes that answer requests; see [several processors](#several-processors).")),
  LOQUAT_WORKER: z
    .enum(["inline", "separate", "none"])
    .default("separate")
    .meta(row("`inline` runs background work in the web process, `none` leaves it to another machine.")),
  LOQUAT_LOG: z
    .enum(["text", "json"], { error: 'must be "text" or "json"' })
    .default("text")
    .meta(
      row(
        "`json` writes one object per line to standard error. What is meant for the person at the terminal (the address, the set-up link, why a start failed) stays plain text.",
      ),
    ),
  LOQUAT_MESSAGES: optional
    .pipe(
      z.string().refine(isAbsolute, { error: 'must be an absolute folder, like "/srv/loquat/messages"' }).optional(),
    )
    .meta(
      row(
        "Absolute folder with further catalogues of the interface, such as `nl.json`, read at the start; see [languages](../../app/messages/README.md).",
      ),
    ),
  LOQUAT_TRUST_PROXY: flag("off").meta(row("Take the client's address from the last `X-Forwarded-For`.")),
  LOQUAT_HOOKS: flag("on").meta(row("Accept notifications of code hosts.")),
  LOQUAT_GLOSSARY: flag("on").meta(row("Create the component `glossary` with the first other component of a project.")),
  LOQUAT_PRIVATE_REPOSITORIES: privateHosts.meta(
    row(
      "Repositories, and the APIs of their code hosts, in private networks: `on`, or hosts and networks such as `git.intern,*.corp.example,10.0.0.0/8`.",
    ),
  ),
  LOQUAT_LOCAL_REPOSITORIES: folders.meta(
    row(
      "Absolute folders of this machine that may contain repositories, separated by colons or commas: `/srv/git:/home/me/work`. `--demo` adds its own.",
      "none",
    ),
  ),
  LOQUAT_PARTIAL_CLONES: z
    .enum(["auto", "always", "never"], { error: 'must be "auto", "always" or "never"' })
    .default("auto")
    .meta(
      row(
        "How much of a repository is fetched: `auto` the newest commit and the files that are needed, of folders of this machine everything; `always` and `never` treat both alike.",
      ),
    ),
  LOQUAT_PRIVATE_SERVICES: privateHosts.meta(
    row("The same for machinery services, webhooks and other addresses that Loquat sends to."),
  ),
  LOQUAT_ALERT_COMMITS: z.coerce
    .number()
    .int()
    .min(1)
    .default(25)
    .meta(row("Commits that a repository may be behind or ahead of upstream before an alert tells of it.")),
  LOQUAT_ALERT_UNUSED_DAYS: z.coerce
    .number()
    .int()
    .min(0)
    .default(365)
    .meta(row("Days without a translation after which an alert tells of an incomplete component; `0` for never.")),
  LOQUAT_REQUIRE_LICENSE: flag("off").meta(row("Tell of components in public projects that name no licence.")),
  LOQUAT_RATE_ANONYMOUS: rate("100/day").meta(row("API requests of a visitor, or `off`.")),
  LOQUAT_RATE_USER: rate("5000/hour").meta(row("API requests of a user, or `off`.")),
  LOQUAT_RATE_PAGES: rate("600/minute").meta(
    row("Page requests of one network, five times as many with a session, or `off`."),
  ),
  LOQUAT_PAGE_SIZE: z.coerce.number().int().min(1).max(1000).default(50).meta(row("Default page size of the API.")),
  LOQUAT_BODY_LIMIT: z.coerce.number().int().min(1024).default(50_000_000).meta(row("Largest request in bytes.")),
  API_PROJECT_LANGUAGES_BARE: flag("off").meta(row("Return the languages of a project as a bare array.")),
  REDIS_URL: optional
    .pipe(
      z
        .string()
        .regex(/^rediss?:\/\/./, "must look like redis://host:6379")
        .optional(),
    )
    .meta(
      row(
        "Redis 6 or newer, or Valkey, to count API requests in. While it is unavailable, PostgreSQL counts.",
        "PostgreSQL",
      ),
    ),
  UPSTASH_REDIS_REST_URL: optional.meta(row("The same in Upstash Redis.", "PostgreSQL")),
  UPSTASH_REDIS_REST_TOKEN: optional.meta(row("Its token.")),
  S3_ENDPOINT: optional
    .pipe(z.url({ protocol: /^https?$/, error: "must be an http or https address" }).optional())
    .meta(row("Address of a service that is compatible with S3.")),
  S3_BUCKET: optional.meta(row("Its bucket for uploaded images.", "data folder")),
  S3_REGION: z.string().default("us-east-1").meta(row("Its region.")),
  S3_ACCESS_KEY_ID: optional.meta(row("Name of its key.")),
  S3_SECRET_ACCESS_KEY: optional.meta(row("Its key.")),
  INNGEST_BASE_URL: optional
    .pipe(z.url({ protocol: /^https?$/, error: "must be an http or https address" }).optional())
    .meta(
      row("Your own Inngest server; see [tasks on a server](#tasks-on-an-inngest-server).", "embedded task engine"),
    ),
  INNGEST_EVENT_KEY: optional.meta(row("Its event key.")),
  INNGEST_SIGNING_KEY: optional
    .pipe(
      z
        .string()
        .regex(
          /^(?:signkey-\w+-)?(?:[0-9a-f]{2})+$/i,
          "must be an even number of hexadecimal digits, as `openssl rand -hex 32` makes them",
        )
        .optional(),
    )
    .meta(row("Its signing key: an even number of hexadecimal digits.")),
  INNGEST_SERVE_ORIGIN: optional
    .pipe(z.url({ protocol: /^https?$/, error: "must be an http or https address" }).optional())
    .meta(row("Address at which that server reaches Loquat.", "`LOQUAT_BASE_URL`")),
  INNGEST_DEV: optional,
  SMTP_URL: optional
    .pipe(
      z
        .string()
        .regex(/^(?:smtps?:\/\/[^\s/]+.*|file:)$/, "must look like smtp://user:password@host:587, or be file:")
        .optional(),
    )
    .meta(
      row(
        "Mail server, such as `smtp://user:password@mail.example.org:587` (`smtps://` for TLS from the start). `file:` writes mails into the folder `mail` of the data folder instead.",
        "no mail is sent",
      ),
    ),
  LOQUAT_MAIL_FROM: optional
    .pipe(
      z
        .string()
        .regex(/^(?:[^<>\r\n"]{1,100} <[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/, {
          error: 'must be an address, such as "Loquat <loquat@example.org>"',
        })
        .optional(),
    )
    .meta(row("Sender of mails.", "`Loquat <noreply@HOST>`, with the host of `LOQUAT_BASE_URL`")),
  NEXTAUTH_SECRET: optional.meta(row("Key of the sign-in cookie.", "generated")),
  ...signInVariables,
  LOQUAT_SECRET_KEY: secretKey.meta(
    row(
      "Key of the secrets in the database: 32 bytes, in hex or base64 (`openssl rand -hex 32`).",
      "file `secret-key` in the data folder",
    ),
  ),
  LOQUAT_SECRET_KEY_OLD: secretKeys.meta(
    row("Former keys, separated by commas, that only decrypt. Set it while the key changes."),
  ),
});

type Raw = z.infer<typeof schema>;

export interface Setting {
  name: string;
  description: string;
  /** Markdown: the default value, or what is used instead; "" for nothing. */
  without: string;
}

/** All settings, for the table in `lib/cli/README.md`. `NODE_ENV` and `INNGEST_DEV` belong to the tools. */
export function settings(): Setting[] {
  const { properties = {} } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
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
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const name = String(issue?.path[0] ?? "environment");
    const value = SECRET_NAMES.test(name) ? "" : ` (it is "${source[name] ?? ""}")`;
    throw new EnvironmentError(`${name} ${issue?.message ?? "cannot be used"}${value}.`);
  }
  return shape(parsed.data);
}

/** The bucket for uploaded files. @throws EnvironmentError when only part of it is named */
function bucketOf(raw: Raw): Environment["s3"] {
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
function taskServerOf(raw: Raw): Environment["inngest"] {
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
const baseUrlOf = (raw: Raw): string => (raw.LOQUAT_BASE_URL ?? `http://localhost:${raw.PORT}`).replace(/\/+$/, "");

/** The sender of mails where none is named. */
const usualSender = (raw: Raw): string => `Loquat <noreply@${new URL(baseUrlOf(raw)).hostname.replace(/[[\]:]/g, "")}>`;

function shape(raw: Raw): Environment {
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
