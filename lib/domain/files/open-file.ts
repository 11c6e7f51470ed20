import { EditRefused, FormatError, type HeaderEdit } from "@/lib/text/formats/kernel/format";
import { inTaskReader, needsReader, type TimeoutBudget, withinTimeoutBudget } from "../repository-files";
import type { SyncContext } from "./context";
import { FileWriter, type WriterContext, type WriterTranslation, type WrittenFile } from "./internal/write-file";
import type { PendingEdit } from "./pending-edits";
import { formatOf } from "./strings";
import type { FileWriteRequest, FileWritten, PartRead } from "./write-jobs";

/** Files of a working copy while they are written: small ones in place, large ones by readers. */

interface Given {
  content: Uint8Array | undefined;
  /** Bytes of the base file or template for new languages. */
  base: Uint8Array | undefined;
  /** Texts of the language by context, see `documentTexts`. */
  stored: ReadonlyMap<string, string> | undefined;
}

/** A file being written: goes on from what it was made to by the group of edits before. */
export interface OpenFile {
  /** Bytes of the file as it stands now. */
  bytes(): Uint8Array;
  /** Whether the file as it stands now is one of several languages that says anything in this one. @throws FormatError */
  holds(languageCode: string): Promise<boolean>;
  /** See `FileWriter`. @throws FormatError, also when it takes more than a file may */
  apply(edits: readonly PendingEdit[], header: HeaderEdit): Promise<WrittenFile>;
  /** See `FileWriter`. @throws FormatError; nothing is changed then */
  replace(content: Uint8Array): Promise<void>;
}

/**
 * Opens a file, or makes one that does not exist.
 * @throws FormatError; EditRefused when the file does not exist and cannot be made
 */
export async function openFile(
  context: WriterContext & Pick<SyncContext, "budget">,
  translation: WriterTranslation,
  given: Given,
): Promise<OpenFile> {
  formatOf(context.component);
  if (needsReader(given.content, given.base)) return FileOfReader.open(context, translation, given);
  const writer = new FileWriter(context, translation, given.content, given.base, given.stored);
  return {
    bytes: () => writer.bytes(),
    holds: async (languageCode) => writer.holds(languageCode),
    apply: async (edits, header) => writer.apply(edits, header),
    replace: async (content) => writer.replace(content),
  };
}

class FileOfReader implements OpenFile {
  private constructor(
    private readonly budget: TimeoutBudget,
    private readonly wanted: Omit<FileWriteRequest, "content" | "edits">,
    /** Undefined while the file has not been written for the first time. */
    private content: Uint8Array | undefined,
    private now: Uint8Array,
  ) {}

  static async open(
    { budget, ...context }: Parameters<typeof openFile>[0],
    translation: WriterTranslation,
    given: Given,
  ): Promise<FileOfReader> {
    const { fileFormat, fileFormatParams, template, newBase } = context.component;
    const { monolingual, severalValues } = context;
    const { filename, languageCode, isSource, plural } = translation;
    const wanted = {
      context: { component: { fileFormat, fileFormatParams, template, newBase }, monolingual, severalValues },
      translation: {
        filename,
        languageCode,
        isSource,
        plural: { number: plural.number, formula: plural.formula, categories: plural.categories },
      },
      base: given.base,
      stored: given.stored,
    };
    // What is wrong with a file that is there is told by the first edit.
    const now = given.content ?? (await withinTimeoutBudget(budget, () => written({ ...wanted, edits: [] }))).content;
    return new FileOfReader(budget, wanted, given.content, now);
  }

  bytes(): Uint8Array {
    return this.now;
  }

  async holds(languageCode: string): Promise<boolean> {
    const format = this.wanted.context.component.fileFormat;
    if (!formatOf(this.wanted.context.component).catalogue) return false;
    const { value } = await inTaskReader<PartRead>("languages", { format, bytes: this.now });
    if (value.refusal) throw new FormatError(value.refusal.message, value.refusal.line, value.refusal.column);
    return value.codes?.includes(languageCode) === true;
  }

  async apply(edits: readonly PendingEdit[], header: HeaderEdit): Promise<WrittenFile> {
    // Rows of the database have more to them than a reader is told.
    const plain = edits.map(({ id, kind, idHash, context, sources, targets, state }) => ({
      ...{ id, kind, idHash, context, sources, targets, state },
    }));
    return this.write({ edits: plain, header });
  }

  async replace(content: Uint8Array): Promise<void> {
    await this.write({ edits: [], replacement: content });
  }

  private async write(change: Pick<FileWriteRequest, "edits" | "header" | "replacement">): Promise<WrittenFile> {
    const wanted = { ...this.wanted, content: this.content, ...change };
    const result = await withinTimeoutBudget(this.budget, () => written(wanted));
    this.content = result.content;
    this.now = result.content;
    return result;
  }
}

/** Writes a file by a reader. @throws FormatError, EditRefused */
async function written(wanted: FileWriteRequest): Promise<WrittenFile> {
  const { value, bytes } = await inTaskReader<FileWritten>("file", wanted);
  const { refusal, place, refused = [], absent = [] } = value;
  if (refusal !== undefined)
    throw place ? new FormatError(refusal, place.line, place.column) : new EditRefused(refusal);
  return { content: bytes[0] as Uint8Array, refused, absent };
}
