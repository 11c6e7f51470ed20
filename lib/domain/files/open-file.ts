import { EditRefused, FormatError } from "@/lib/text/formats/kernel/format";
import { sentenceOf } from "../errors";
import { inTaskReader, needsReader, type TimeoutBudget, withinTimeoutBudget } from "../repository-files";
import type { SyncContext } from "./context";
import {
  type EditStep,
  FileWriter,
  type WriterContext,
  type WriterTranslation,
  type WrittenFile,
} from "./internal/write-file";
import { formatOf } from "./strings";
import type { FileWriteRequest, FileWritten, PartRead } from "./write-jobs";

export type { EditStep, RefusedEdit, WrittenFile } from "./internal/write-file";

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
  /**
   * Writes edits step by step, see `FileWriter`. The file stands after a step when that is given; what is replaced then is
   * what the next one goes on from.
   * @throws FormatError, also when it takes more than a file may; EditRefused. The steps before are written then.
   */
  apply(steps: readonly EditStep[]): AsyncIterable<WrittenFile>;
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
    apply: async function* (steps) {
      for (const step of steps) yield writer.apply(step);
    },
    replace: async (content) => writer.replace(content),
  };
}

/** A file with edits in it, see `openFile`. @throws FormatError, EditRefused */
export async function fileWithEdits(
  context: Parameters<typeof openFile>[0],
  translation: WriterTranslation,
  given: Given,
  edits: EditStep["edits"],
): Promise<WrittenFile> {
  const open = await openFile(context, translation, given);
  let result: WrittenFile = { content: open.bytes(), refused: [], absent: [] };
  for await (const written of open.apply([{ edits, header: {} }])) result = written;
  return result;
}

class FileOfReader implements OpenFile {
  private constructor(
    private readonly budget: TimeoutBudget,
    private readonly wanted: Omit<FileWriteRequest, "content" | "steps">,
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
    if (given.content) return new FileOfReader(budget, wanted, given.content, given.content);
    const { files, refusal } = await withinTimeoutBudget(budget, () => written({ ...wanted, steps: [] }));
    if (refusal) throw refusal;
    return new FileOfReader(budget, wanted, undefined, files[0] as Uint8Array);
  }

  bytes(): Uint8Array {
    return this.now;
  }

  async holds(languageCode: string): Promise<boolean> {
    const format = this.wanted.context.component.fileFormat;
    if (!formatOf(this.wanted.context.component).catalogue) return false;
    const { value } = await inTaskReader<PartRead>("languages", { format, bytes: this.now });
    if (value.refusal) throw FormatError.of(value.refusal);
    return value.codes?.includes(languageCode) === true;
  }

  async *apply(steps: readonly EditStep[]): AsyncIterable<WrittenFile> {
    let at = 0;
    // Whoever replaces the file behind one step does so behind the others, and what they were made from is gone then.
    let most = Number.POSITIVE_INFINITY;
    while (at < steps.length) {
      const { results, refusal } = await this.write({ steps: steps.slice(at, at + most).map(plain) });
      let replaced = false;
      for (const result of results) {
        at++;
        this.stand(result.content);
        yield result;
        replaced = this.now !== result.content;
        if (replaced) break;
      }
      if (replaced) most = 1;
      else if (refusal) throw refusal;
    }
  }

  async replace(content: Uint8Array): Promise<void> {
    const { files, refusal } = await this.write({ steps: [], replacement: content });
    if (refusal) throw refusal;
    this.stand(files[0] as Uint8Array);
  }

  private stand(content: Uint8Array): void {
    this.content = content;
    this.now = content;
  }

  private async write(change: Pick<FileWriteRequest, "steps" | "replacement">): Promise<Written> {
    const wanted = { ...this.wanted, content: this.content, ...change };
    return withinTimeoutBudget(this.budget, () => written(wanted));
  }
}

/** Rows of the database have more to them than a reader is told. */
function plain({ edits, header, later }: EditStep): EditStep {
  const rows = edits.map(({ id, kind, idHash, context, sources, targets, state, explanation }) => ({
    ...{ id, kind, idHash, context, sources, targets, state, explanation },
  }));
  return { edits: rows, header, ...(later && { later }) };
}

interface Written {
  files: readonly Uint8Array[];
  /** Of the first steps, or of all. */
  results: WrittenFile[];
  /** Why there are no more. */
  refusal: FormatError | EditRefused | undefined;
}

/** Writes a file by a reader. */
async function written(wanted: FileWriteRequest): Promise<Written> {
  const { value, bytes: files } = await inTaskReader<FileWritten>("file", wanted);
  const { written, refusal, place } = value;
  const results = written.map((one, index) => ({ ...one, content: files[index] as Uint8Array }));
  if (refusal === undefined) return { files, results, refusal: undefined };
  const why = place ? FormatError.of({ ...refusal, ...place }) : new EditRefused(sentenceOf(refusal));
  return { files, results, refusal: why };
}
