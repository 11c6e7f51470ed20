import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { messagesOf } from "@/lib/text/messages/catalogue";
import type { MessageTree } from "@/lib/text/messages/translator";
import { urls } from "@/lib/urls";
import { CLIENT_SUBJECTS, type ClientPart } from "./client-subjects";
import { path } from "./paths";

/** Messages of a part of the pages as a browser fetches them, once for each language and build. */
export interface SentTexts {
  messages: MessageTree;
  /** The messages as JSON. */
  body: string;
  /** The same packed with gzip. */
  packed: Uint8Array<ArrayBuffer>;
  /** Changes with them. */
  version: string;
  /** Where they are found; what is found there never changes. */
  address: string;
}

const made = new Map<string, SentTexts>();

function make(language: string, part: ClientPart): SentTexts {
  const all = messagesOf(language);
  const messages = Object.fromEntries(CLIENT_SUBJECTS[part].map((subject) => [subject, all[subject] ?? {}]));
  const body = JSON.stringify(messages);
  const version = createHash("sha256").update(body).digest("base64url").slice(0, 16);
  const packed = new Uint8Array(gzipSync(body));
  return { messages, body, packed, version, address: path(urls.texts(language, part, version)) };
}

/** What components in the browser say in a part of the pages. @param language one that the pages speak */
export function sentTexts(language: string, part: ClientPart): SentTexts {
  const key = `${language}/${part}`;
  const known = made.get(key) ?? make(language, part);
  made.set(key, known);
  return known;
}
