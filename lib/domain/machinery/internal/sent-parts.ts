import type { EngineField, EngineSettings } from "@/lib/platform/machinery/engine";
import type { SafeRequest } from "@/lib/platform/safe-fetch";
import { MASK } from "../../secrets";

/** What a request to a service says, as people may read it: in order and word for word, but for secrets. */

export interface SentPart {
  /** Name of the parameter, the field or the member; the role of a message to a language model. */
  name: string;
  text: string;
}

export interface SentText {
  /** Where it goes, without parameters, accounts and secrets. */
  address: string;
  parts: SentPart[];
  /** Whether something is missing because it was too long. */
  cut: boolean;
}

/** Characters that are kept of a request. */
const LONGEST = 20_000;
/** A shorter secret may be a part of any text; where it is the whole value it is masked as well. */
const TELLING = 8;
/** What is made with a secret for one request. */
const MADE = /^(?:sign|signature|salt|signaturenonce)$/i;

/** A request in parts, secrets of the settings masked. */
export function sentText(
  url: string,
  request: SafeRequest,
  { fields, settings }: { fields: readonly EngineField[]; settings: EngineSettings },
): SentText {
  const secrets = fields.flatMap(({ kind, name }) => (kind === "secret" && settings[name] ? [settings[name]] : []));
  const hidden = (text: string): string =>
    secrets.reduce(
      (left, secret) => (left === secret ? MASK : secret.length < TELLING ? left : left.replaceAll(secret, MASK)),
      text,
    );
  const place = new URL(url);
  const { form = {}, json = request.jsonText === undefined ? undefined : JSON.parse(request.jsonText) } = request;
  const all = [...place.searchParams, ...Object.entries(form), ...membersOf(json)].map(([name, value]) => ({
    name: name.slice(0, 100),
    text: MADE.test(name) ? MASK : stored(hidden(value)),
  }));
  return { address: stored(hidden(`${place.origin}${place.pathname}`)).slice(0, 2000), ...within(all) };
}

/** Members of a body; messages to a language model by their roles, each by itself. */
function membersOf(json: unknown): [string, string][] {
  if (json === undefined) return [];
  if (typeof json !== "object" || json === null || Array.isArray(json)) return [["", shown(json)]];
  return Object.entries(json).flatMap(([name, value]): [string, string][] =>
    name === "messages" && Array.isArray(value)
      ? value.map((message: { role?: unknown; content?: unknown }): [string, string] => [
          String(message.role),
          shown(message.content),
        ])
      : value === undefined
        ? []
        : [[name, shown(value)]],
  );
}

const shown = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value, null, 2));

/** What the database takes: no NUL, and no half of a character. */
const stored = (text: string): string => text.replaceAll("\0", "").replace(/\p{Surrogate}/gu, "�");

function within(all: readonly SentPart[]): { parts: SentPart[]; cut: boolean } {
  const parts: SentPart[] = [];
  let left = LONGEST;
  for (const { name, text } of all) {
    if (left <= 0) return { parts, cut: true };
    parts.push({ name, text: stored(text.slice(0, left)) });
    left -= text.length;
  }
  return { parts, cut: left < 0 };
}
