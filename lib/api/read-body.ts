import { Invalid } from "@/lib/domain/errors";
import { environment } from "@/lib/platform/environment";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import { HttpError } from "./errors";

/** Bodies of requests: JSON and both kinds of forms, within bounds; the contract 9.3. */

export interface ReadBody {
  value: unknown;
  /** True for forms, where everything is text. */
  form: boolean;
}

const DEEPEST = 40;
const MOST_FIELDS = 20_000;

const badRequest = (why: Refusal) => new HttpError(400, "parse_error", why);
const notUtf8 = () => badRequest(refusal("apiBodyUtf8"));

/** The bytes of a body. @throws HttpError 413 beyond the limit */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  const tooLarge = () => new HttpError(413, "too_large", refusal("apiTooLarge", { most: limit }));
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  while (reader) {
    const { value, done } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > limit) {
      await reader.cancel();
      throw tooLarge();
    }
    chunks.push(value);
  }
  return Buffer.concat(chunks, size);
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw notUtf8();
  }
}

/** Refuses JSON that is nested more deeply than any of our objects, before anything walks it. */
function refuseDeep(text: string): void {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 34) {
      for (at++; at < text.length && text.charCodeAt(at) !== 34; at++) if (text.charCodeAt(at) === 92) at++;
    } else if (code === 123 || code === 91) {
      if (++depth > DEEPEST) throw badRequest(refusal("apiJsonDeep", { most: String(DEEPEST) }));
    } else if (code === 125 || code === 93) depth--;
  }
}

function readJson(text: string): unknown {
  if (text.trim() === "") return {};
  refuseDeep(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw badRequest(refusal("apiJson", { message: (error as Error).message.slice(0, 200) }));
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw Invalid.field("", refusal("apiJsonObject"), "invalid");
  refuseUnstorable(value, []);
  return value;
}

/** Texts that PostgreSQL cannot hold, found wherever they stand. */
function refuseUnstorable(value: unknown, path: readonly string[]): void {
  if (typeof value === "string") {
    const why = value.includes("\0")
      ? refusal("apiTextNul")
      : value.isWellFormed()
        ? undefined
        : refusal("textContainsHalf");
    if (why) throw Invalid.field(path.join("."), why);
  } else if (typeof value === "object" && value !== null && !(value instanceof Blob)) {
    for (const [name, item] of Object.entries(value)) {
      refuseUnstorable(name, path);
      refuseUnstorable(item, [...path, name]);
    }
  }
}

/** `name`, `name[0]` and `name.member` as one object. Repeated fields become lists. */
export function nestForm(entries: Iterable<[string, FormDataEntryValue]>): Record<string, unknown> {
  const out: Record<string, unknown> = Object.create(null);
  const indexed = new Map<string, Map<number, unknown>>();
  let count = 0;
  for (const [name, value] of entries) {
    if (++count > MOST_FIELDS) throw badRequest(refusal("apiFormFields", { most: String(MOST_FIELDS) }));
    const index = /^([^[\].]{1,100})\[(\d{1,4})?\]$/.exec(name);
    const member = /^([^[\].]{1,100})\.([^[\].]{1,100})$/.exec(name);
    if (index?.[1]) {
      const items = indexed.get(index[1]) ?? new Map<number, unknown>();
      items.set(index[2] === undefined ? items.size : Number(index[2]), value);
      indexed.set(index[1], items);
    } else if (member?.[1] && member[2]) {
      const inner = out[member[1]];
      const object =
        typeof inner === "object" && inner !== null && !Array.isArray(inner) && !(inner instanceof Blob)
          ? inner
          : Object.create(null);
      (object as Record<string, unknown>)[member[2]] = value;
      out[member[1]] = object;
    } else if (Object.hasOwn(out, name)) {
      const before = out[name];
      if (Array.isArray(before)) before.push(value);
      else out[name] = [before, value];
    } else out[name] = value;
  }
  for (const [name, items] of indexed) out[name] = [...items].sort(([a], [b]) => a - b).map(([, value]) => value);
  refuseUnstorable(out, []);
  return out;
}

/** Refuses percent-encoded bytes that are no UTF-8, which parsers of forms and queries take as U+FFFD. */
function refuseBadPercent(text: string): void {
  for (const [run] of text.matchAll(/(?:%[0-9a-f]{2})+/gi)) {
    try {
      decodeURIComponent(run);
    } catch {
      throw notUtf8();
    }
  }
}

/**
 * Refuses texts of a multipart form that are no UTF-8: their parser takes them as U+FFFD. Files may hold any bytes. Looked
 * for only where that character came out, which may have been sent as well.
 */
function refuseBadParts(form: FormData, bytes: Uint8Array, type: string): void {
  const texts = [...form].flatMap(([name, value]) => [name, typeof value === "string" ? value : value.name]);
  if (!texts.some((text) => text.includes("\uFFFD"))) return;
  const boundary = /;\s*boundary=(?:"([^"]{1,200})"|([^;\s]{1,200}))/i.exec(type);
  const parts = `\r\n${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1")}`.split(
    `\r\n--${boundary?.[1] ?? boundary?.[2] ?? ""}`,
  );
  for (const part of parts) {
    const [head = ""] = part.split("\r\n\r\n", 1);
    decode(Buffer.from(/;\s*filename\*?=/i.test(head) ? head : part, "latin1"));
  }
}

async function readMultipart(bytes: Uint8Array, type: string): Promise<Record<string, unknown>> {
  let form: FormData;
  try {
    form = await new Response(bytes as BodyInit, { headers: { "content-type": type } }).formData();
  } catch {
    throw badRequest(refusal("apiFormParts"));
  }
  refuseBadParts(form, bytes, type);
  return nestForm(form.entries());
}

/** The file name of a Content-Disposition header, without folders; RFC 6266. */
function fileNameOf(header: string): string | undefined {
  const extended = /filename\*\s*=\s*UTF-8''([^;\s]{1,600})/i.exec(header)?.[1];
  try {
    if (extended) return decodeURIComponent(extended).split(/[\\/]/).at(-1);
  } catch {
    throw badRequest(refusal("apiFileName"));
  }
  const plain = /filename\s*=\s*(?:"([^"]{1,300})"|([^;\s]{1,300}))/i.exec(header);
  return (plain?.[1] ?? plain?.[2])?.split(/[\\/]/).at(-1);
}

/** A file sent as the body itself, named by Content-Disposition; undefined when the request is none such. */
export async function readBareFile(request: Request): Promise<File | undefined> {
  const name = fileNameOf(request.headers.get("content-disposition") ?? "");
  if (name === undefined || /^multipart\//i.test(request.headers.get("content-type") ?? "")) return undefined;
  // What else a form would hold stands in the query.
  refuseBadPercent(new URL(request.url).search);
  const bytes = await readBytes(request, environment().bodyLimit);
  return new File([bytes as BlobPart], name);
}

/**
 * The body of a request; an empty one is an empty object.
 * @throws HttpError 400, 413 or 415; Invalid for texts that cannot be stored
 */
export async function readBody(request: Request, largest = Number.POSITIVE_INFINITY): Promise<ReadBody> {
  const bytes = await readBytes(request, Math.min(largest, environment().bodyLimit));
  const type = request.headers.get("content-type") ?? "";
  if (bytes.byteLength === 0) return { value: {}, form: /form/i.test(type) };
  const media = type.split(";")[0]?.trim().toLowerCase() ?? "";
  if (media === "multipart/form-data") return { value: await readMultipart(bytes, type), form: true };
  const charset = /;\s*charset\s*=\s*"?([^";\s]{1,40})/i.exec(type)?.[1]?.toLowerCase() ?? "utf-8";
  if (!["utf-8", "utf8", "us-ascii", "ascii"].includes(charset))
    throw new HttpError(415, "unsupported_media_type", refusal("apiCharset", { charset }));
  if (media === "application/json" || /^application\/[\w.+-]{1,60}\+json$/.test(media))
    return { value: readJson(decode(bytes)), form: false };
  if (media === "application/x-www-form-urlencoded") {
    const text = decode(bytes);
    refuseBadPercent(text);
    return { value: nestForm(new URLSearchParams(text)), form: true };
  }
  throw new HttpError(415, "unsupported_media_type", refusal("apiMedia", { media: media.slice(0, 80) }));
}
