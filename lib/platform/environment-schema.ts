import { isAbsolute } from "node:path";
import { z } from "zod";
import { signInVariables } from "./environment-sign-in";
import {
  flag,
  folders,
  httpAddress,
  optional,
  privateHosts,
  rate,
  row,
  secretKey,
  secretKeys,
} from "./environment-values";

/** All variables, each with its row of the table. */
export const environmentSchema = z.object({
  NODE_ENV: z.enum(["production", "development", "test"]).default("production"),
  PORT: z.coerce.number().int().min(1).max(65535).default(3000).meta(row("Port of the web server.")),
  LOQUAT_HOST: z.string().default("127.0.0.1").meta(row("Address that the web server listens on.")),
  LOQUAT_BASE_URL: httpAddress.meta(
    row("Public address; every printed link begins with it.", "`http://localhost:PORT`"),
  ),
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
  S3_ENDPOINT: httpAddress.meta(row("Address of a service that is compatible with S3.")),
  S3_BUCKET: optional.meta(row("Its bucket for uploaded images.", "data folder")),
  S3_REGION: z.string().default("us-east-1").meta(row("Its region.")),
  S3_ACCESS_KEY_ID: optional.meta(row("Name of its key.")),
  S3_SECRET_ACCESS_KEY: optional.meta(row("Its key.")),
  INNGEST_BASE_URL: httpAddress.meta(
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
  INNGEST_SERVE_ORIGIN: httpAddress.meta(row("Address at which that server reaches Loquat.", "`LOQUAT_BASE_URL`")),
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

export type EnvironmentVariables = z.infer<typeof environmentSchema>;
