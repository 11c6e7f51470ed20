import {
  addons,
  codeHosts,
  httpAccounts,
  machinerySettings,
  mails,
  openpgpKeys,
  projects,
  repositories,
  secondFactors,
  settings,
  sshKeys,
} from "@/lib/generated/tables";
import type { Column } from "@/lib/platform/columns";
import { INSTALLATION_SECRETS } from "@/lib/platform/installation-secret";
import { engines } from "@/lib/platform/machinery/registry";
import { SecretKeyError } from "@/lib/platform/secrets/keys";
import { open, seal } from "@/lib/platform/secrets/seal";
import { Failed } from "./errors";

/** Which secrets the database holds. They are sealed there, and shown to nobody: others see a mask in their place. */

/** Stands for a secret that is set. Sent back, it means that secret. */
export const MASK = "********";

/** A column with secrets. */
export interface SealedColumn {
  /** What a sealed text is bound to; never changed, also when the column has another name one day. */
  name: string;
  column: Column<unknown>;
  /** Column that identifies a row. */
  key: Column<unknown>;
  /** For JSON: column that says which kind of thing the row is, and names of members that are secrets. */
  members?: { by: Column<string>; of: Readonly<Record<string, readonly string[]>> };
  json: boolean;
  /** Keys of the rows that are secrets, where others are not. */
  rows?: readonly string[];
}

const keysOfEngines = Object.fromEntries(
  engines.map(({ id, fields }) => [id, fields.filter((field) => field.kind === "secret").map((field) => field.name)]),
);

/** Every place. What is not listed here is not sealed. */
export const SEALED = {
  hookSecret: { name: "projects.hook_secret", column: projects.hookSecret, key: projects.id, json: false },
  repositoryAddress: {
    name: "repositories.url_secret",
    column: repositories.urlSecret,
    key: repositories.id,
    json: false,
  },
  pushAddress: { name: "repositories.push_secret", column: repositories.pushSecret, key: repositories.id, json: false },
  sshKey: { name: "ssh_keys.private_key", column: sshKeys.privateKey, key: sshKeys.id, json: false },
  openpgpKey: {
    name: "openpgp_keys.private_key",
    column: openpgpKeys.privateKey,
    key: openpgpKeys.id,
    json: false,
  },
  codeHost: { name: "code_hosts.token", column: codeHosts.token, key: codeHosts.id, json: false },
  httpAccount: { name: "http_accounts.password", column: httpAccounts.password, key: httpAccounts.id, json: false },
  secondFactor: {
    name: "second_factors.secret",
    column: secondFactors.secret,
    key: secondFactors.id,
    json: false,
  },
  mail: { name: "mails.content", column: mails.content, key: mails.id, json: false },
  machinery: {
    name: "machinery_settings.configuration",
    column: machinerySettings.configuration,
    key: machinerySettings.id,
    json: true,
    members: { by: machinerySettings.service, of: keysOfEngines },
  },
  addon: {
    name: "addons.configuration",
    column: addons.configuration,
    key: addons.id,
    json: true,
    // Whoever knows the address of a webhook can post there.
    members: {
      by: addons.name,
      of: {
        "weblate.webhook.webhook": ["secret", "webhook_url"],
        "weblate.webhook.slack": ["webhook_url"],
        "weblate.fedora_messaging.publish": ["amqp_url", "client_key"],
      },
    },
  },
  installation: {
    name: "settings.value",
    column: settings.value,
    key: settings.name,
    json: true,
    rows: INSTALLATION_SECRETS,
  },
} satisfies Record<string, SealedColumn>;

/** Seals a secret for the database. */
export function sealFor(place: SealedColumn, secret: string): string {
  return seal(secret, place.name);
}

/** Opens a secret of the database. @throws Failed when its key is not known here */
export function openFrom(place: SealedColumn, text: string): string {
  try {
    return open(text, place.name);
  } catch (error) {
    if (error instanceof SecretKeyError) throw new Failed(error.message, { cause: error });
    throw error;
  }
}

/** A JSON value with each of its secrets replaced. */
export function changeMembers<T>(place: SealedColumn, kind: string, value: T, change: (secret: string) => string): T {
  const names = place.members?.of[kind] ?? [];
  if (typeof value !== "object" || value === null || names.length === 0) return value;
  const changed = Object.entries(value).map(([name, one]) => [
    name,
    names.includes(name) && typeof one === "string" && one !== "" ? change(one) : one,
  ]);
  return Object.fromEntries(changed) as T;
}
