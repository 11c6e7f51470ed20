import type { Actor } from "@/lib/domain/access/actor";
import { demand } from "@/lib/domain/access/demand";
import { Invalid, NotFound } from "@/lib/domain/errors";
import { lastChanged } from "@/lib/domain/exports/archives";
import { type CurrentFile, currentFile } from "@/lib/domain/repository/current-file";
import type { UploadMethod } from "@/lib/domain/repository/upload";
import { uploadFile } from "@/lib/domain/repository/upload-file";
import { type TranslationRow, translationPlace } from "@/lib/domain/translations/translations";
import { findFormat } from "@/lib/text/formats/registry";

/** Answers that are files. */

/** A name that may stand in a header. */
function safeName(name: string): string {
  return name.replace(/[^\w.@+-]/g, "_");
}

/** Bytes as an attachment. */
export function attachment(
  content: Uint8Array,
  name: string,
  type = "application/binary",
  headers: Record<string, string> = {},
): Response {
  return new Response(content as BodyInit, {
    headers: {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename=${safeName(name)}`,
      "X-Content-Type-Options": "nosniff",
      ...headers,
    },
  });
}

/** A file of the repository as an attachment under its own name. */
export function fileAnswer(file: CurrentFile | undefined, what: string): Response {
  if (!file) throw new NotFound(what);
  return attachment(file.content, file.path.split("/").at(-1) ?? "file");
}

/** A stream as a ZIP attachment. A client that leaves ends it. */
export function archiveAnswer(stream: AsyncGenerator<Uint8Array>, name: string): Response {
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await stream.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await stream.return(undefined);
    },
  });
  return new Response(body, {
    headers: { "Content-Type": "application/zip", "Content-Disposition": `attachment; filename=${safeName(name)}.zip` },
  });
}

/** The archive formats known so far. @throws NotFound for an unknown conversion */
export function demandPlainZip(format: string | undefined): void {
  if (format !== undefined && format !== "zip")
    throw new NotFound(`There is no conversion ${format.replace(/^zip:/, "")} for archives.`);
}

/** The stored file of a translation, or 304 when it has not changed since the client's copy. */
export async function translationFile(
  actor: Actor,
  translation: TranslationRow,
  request: Request,
  query: { format?: string; q?: string },
): Promise<Response> {
  demand(actor, "translation.download", translationPlace(translation));
  const { component, language } = translation;
  if (query.q !== undefined && query.format === undefined)
    throw Invalid.field("q", "Filtering needs a conversion: give a format too.");
  if (query.format !== undefined && query.format !== component.fileFormat)
    throw Invalid.field("format", `This translation cannot be converted to ${query.format}.`, "invalid_choice");
  const changed = await lastChanged(translation.id);
  const since = Date.parse(request.headers.get("if-modified-since") ?? "");
  const headers: Record<string, string> = changed ? { "Last-Modified": changed.toUTCString() } : {};
  if (changed && !Number.isNaN(since) && Math.floor(changed.getTime() / 1000) * 1000 <= since)
    return new Response(null, { status: 304, headers });
  const file = await currentFile(component, translation.id);
  const format = findFormat(component.fileFormat);
  const extension = /\.([A-Za-z0-9]+)$/.exec(file.path)?.[1] ?? format?.extension ?? "txt";
  return attachment(
    file.content,
    `${component.project.slug}-${component.slug}-${language.code}.${extension}`,
    format?.mimeType,
    headers,
  );
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
) {
  const done = await uploadFile(actor, translation, {
    filename: body.file instanceof File ? body.file.name : "file",
    bytes: new Uint8Array(await body.file.arrayBuffer()),
    method: body.method,
    conflicts: body.conflicts,
    fuzzy: body.fuzzy,
    authorName: body.author_name,
    authorEmail: body.author_email,
  });
  return {
    not_found: done.notFound,
    skipped: done.skipped,
    accepted: done.accepted,
    total: done.total,
    count: done.total,
    result: done.accepted > 0,
  };
}
