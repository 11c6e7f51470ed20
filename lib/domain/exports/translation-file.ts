import { isUtf8 } from "node:buffer";
import type { Converter } from "@/lib/text/converters/converter";
import { findFormat } from "@/lib/text/formats/registry";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { Invalid } from "../errors";
import { type TranslationRow, translationScope } from "../translations/translations";
import { currentFile } from "../working-copy/current-file";
import { lastChanged } from "./archives";
import { convertTranslation, demandConverter } from "./convert";

/** The file of a translation for somebody to keep. */
export interface TranslationFile {
  /** A name to keep it under. */
  name: string;
  /** Its media type, without a character set. */
  type: string;
  /** Whether it is text in UTF-8. */
  utf8: boolean;
  content: Uint8Array | AsyncGenerator<Uint8Array>;
}

export interface FileRequest {
  /** The conversion; the file as it is stored when left out. */
  converter?: string;
  /** A search that chooses the strings of a conversion. */
  search?: string;
  /** When the caller's copy is of, in milliseconds. */
  since?: number;
}

/**
 * The file of a translation, as it is stored or converted, and when it was changed last; no file where the caller's copy
 * is as new. Needs `translation.download`.
 * @throws Invalid on `format` or `q`
 */
export async function translationFile(
  actor: Actor,
  translation: TranslationRow,
  { converter: id, search, since }: FileRequest,
): Promise<{ changed: Date | undefined; file: TranslationFile | undefined }> {
  demand(actor, "translation.download", translationScope(translation));
  if (search !== undefined && id === undefined) throw Invalid.field("q", refusal("filterStringsAlso"));
  const converter = id === undefined ? undefined : demandConverter(translation.component, id);
  // What is asked of a conversion is read before its copy is found to be new enough.
  const content = converter && convertTranslation(actor, translation, converter, search);
  const changed = await lastChanged(translation.id);
  if (changed && since !== undefined && Math.floor(changed.getTime() / 1000) * 1000 <= since)
    return { changed, file: undefined };
  const file = converter && content ? await converted(translation, converter, content) : await storedFile(translation);
  return { changed, file };
}

const nameOf = ({ component, language }: TranslationRow) =>
  `${component.project.slug}-${component.slug}-${language.code}`;

async function converted(
  translation: TranslationRow,
  converter: Converter,
  content: AsyncGenerator<Uint8Array>,
): Promise<TranslationFile> {
  // What cannot be written shows before the first piece, while an error can still be told.
  const first = await content.next();
  return {
    name: `${nameOf(translation)}.${converter.extension}`,
    type: converter.mimeType,
    utf8: true,
    content: withFirst(first, content),
  };
}

async function storedFile(translation: TranslationRow): Promise<TranslationFile> {
  const { path, content } = await currentFile(translation.component, translation.id);
  const format = findFormat(translation.component.fileFormat);
  const ending = format?.folder ? undefined : /\.([A-Za-z0-9]+)$/.exec(path)?.[1];
  return {
    name: `${nameOf(translation)}.${ending ?? format?.extension ?? "txt"}`,
    type: format?.mimeType ?? "application/binary",
    utf8: isUtf8(content),
    content,
  };
}

async function* withFirst(
  first: IteratorResult<Uint8Array>,
  rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}
