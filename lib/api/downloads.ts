import type { Actor } from "@/lib/domain/access/actor";
import { NotFound } from "@/lib/domain/errors";
import { translationFile } from "@/lib/domain/exports/translation-file";
import type { TranslationRow } from "@/lib/domain/translations/translations";
import type { UploadMethod, UploadResult } from "@/lib/domain/uploads/upload";
import { planUpload, uploadFile } from "@/lib/domain/uploads/upload-file";
import type { CurrentFile } from "@/lib/domain/working-copy/current-file";
import type { Converter } from "@/lib/text/converters/converter";
import { findConverter, offeredConverters } from "@/lib/text/converters/registry";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import { presentTexts } from "./resources/repository";

/** Answers that are files. */

/** A name that may stand in a header. */
function safeName(name: string): string {
  return name.replace(/[^\w.@+-]/g, "_");
}

/** A type of text with its character set: clients take text without one for something of the West. */
function inUtf8(type: string): string {
  return type.startsWith("text/") ? `${type}; charset=utf-8` : type;
}

/** Bytes as an attachment. */
export function attachment(
  content: Uint8Array,
  name: string,
  type = "application/binary",
  headers: Record<string, string> = {},
): Response {
  return new Response(content as BodyInit, { headers: { ...attachmentHeaders(name, type), ...headers } });
}

/** Headers of an attachment. */
export function attachmentHeaders(name: string, type: string): Record<string, string> {
  return {
    "Content-Type": type,
    "Content-Disposition": `attachment; filename=${safeName(name)}`,
    "X-Content-Type-Options": "nosniff",
  };
}

/** A file of the repository as an attachment under its own name. */
export function fileAnswer(file: CurrentFile | undefined, otherwise: Refusal): Response {
  if (!file) throw new NotFound(otherwise);
  const name = file.path.split("/").at(-1) ?? "file";
  // A folder of texts passes as a container, whose name has no ending.
  const isFolder = !name.includes(".") && file.content[0] === 0x50 && file.content[1] === 0x4b;
  return attachment(file.content, isFolder ? `${name}.zip` : name);
}

/** A stream as a ZIP attachment. */
export function archiveAnswer(stream: AsyncGenerator<Uint8Array>, name: string): Response {
  return new Response(streamed(stream), {
    headers: { "Content-Type": "application/zip", "Content-Disposition": `attachment; filename=${safeName(name)}.zip` },
  });
}

/**
 * The conversion an archive is asked for; undefined for the files as they are stored.
 * @throws NotFound for an unknown conversion
 */
export function archiveConverter(format: string | undefined): Converter | undefined {
  if (format === undefined || format === "zip") return undefined;
  const converter = format.startsWith("zip:") ? findConverter(format.slice(4)) : undefined;
  if (converter) return converter;
  const offered = offeredConverters().map(({ id }) => `zip:${id}`);
  throw new NotFound(
    refusal("apiUnknownArchive", { format: format.slice(0, 60), formats: ["zip", ...offered].join(", ") }),
  );
}

/** A stream of bytes as a body. A client that leaves ends it. */
export function streamed(stream: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await stream.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await stream.return(undefined);
    },
  });
}

/** The file of a translation, as it is stored or converted, or 304 when it has not changed since the client's copy. */
export async function translationFileAnswer(
  actor: Actor,
  translation: TranslationRow,
  request: Request,
  query: { format?: string; q?: string },
): Promise<Response> {
  const copied = Date.parse(request.headers.get("if-modified-since") ?? "");
  const since = Number.isNaN(copied) ? undefined : copied;
  const { changed, file } = await translationFile(actor, translation, {
    converter: query.format,
    search: query.q,
    since,
  });
  const headers: Record<string, string> = changed ? { "Last-Modified": changed.toUTCString() } : {};
  if (!file) return new Response(null, { status: 304, headers });
  const type = file.utf8 ? inUtf8(file.type) : file.type;
  const { content } = file;
  const body = content instanceof Uint8Array ? (content as BodyInit) : streamed(content);
  return new Response(body, { headers: { ...attachmentHeaders(file.name, type), ...headers } });
}

/** The format at the end of an address such as `…/file.po`. @throws NotFound for any other address */
export function conversionInPath(request: Request): string {
  const found = /\/file\.([a-z0-9-]{1,20})\/?$/.exec(new URL(request.url).pathname)?.[1];
  if (found && findConverter(found)) return found;
  throw new NotFound(refusal("nothingAddress"));
}

/** What an upload did, as clients read it. */
export async function uploadAnswer(
  actor: Actor,
  translation: TranslationRow,
  body: {
    file: Blob;
    method: UploadMethod;
    conflicts: "" | "ignore" | "replace-translated" | "replace-approved";
    fuzzy: "" | "process" | "approve";
    author_name?: string;
    author_email?: string;
  },
  dryRun: boolean,
) {
  const given = {
    filename: body.file instanceof File ? body.file.name : "file",
    bytes: new Uint8Array(await body.file.arrayBuffer()),
    method: body.method,
    conflicts: body.conflicts,
    fuzzy: body.fuzzy,
    authorName: body.author_name,
    authorEmail: body.author_email,
  };
  if (!dryRun) {
    const done = await uploadFile(actor, translation, given);
    return { ...presentUpload(done), operation: done.operation };
  }
  const plan = await planUpload(actor, translation, given);
  const { result, likely, declared, unchanged, propagated, suggested, ...texts } = plan;
  return {
    ...presentUpload(result),
    dry_run: true as const,
    ...{ unchanged, propagated, suggested },
    likely_language: likely ? { language_code: likely.code, same: likely.same, compared: likely.compared } : null,
    declared_language: declared?.code ?? null,
    ...presentTexts(texts),
  };
}

const presentUpload = (done: UploadResult) => ({
  not_found: done.notFound,
  skipped: done.skipped,
  accepted: done.accepted,
  total: done.total,
  count: done.total,
  result: done.accepted > 0,
  emptied: done.emptied,
});
