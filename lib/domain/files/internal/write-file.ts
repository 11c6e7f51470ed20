import {
  applyPatches,
  EditRefused,
  type Entry,
  type EntryEdit,
  type FileFormat,
  type FormatOptions,
  type HeaderEdit,
  type ParsedFile,
  type Patch,
} from "@/lib/text/formats/kernel/format";
import { type RefusalKey, refusal } from "@/lib/text/messages/refusal";
import { plainWords } from "@/lib/text/messages/worded";
import type { ComponentRow } from "../../components/components";
import type { Worded } from "../../errors";
import type { PluralRow } from "../../languages/languages";
import type { SyncContext, SyncTranslation } from "../context";
import type { PendingEdit } from "../pending-edits";
import { entryState, formatOf, identityOf, optionsFor } from "../strings";

const saysNothing = (texts: readonly string[]): boolean => texts.every((text) => text === "");

/** Refusals of edits for which lists lack places, or would lose them. */
const OF_PLACES: ReadonlySet<RefusalKey> = new Set(["writeGapBefore", "writeListTail", "writeListTailAny"]);

/** Writing pending edits into the text of one file: the smallest patches, nothing else. */

/** An edit that the format cannot hold, and why. */
export interface RefusedEdit extends Worded {
  id: number;
}

export interface WrittenFile {
  content: Uint8Array;
  /** Edits the format cannot hold. */
  refused: RefusedEdit[];
  /** Removals and emptied texts of strings that the file does not have: there is nothing left to do for them. */
  absent: number[];
}

/** Edits that are written together, and what the header of the file says of them. */
export interface EditStep {
  edits: readonly PendingEdit[];
  header: HeaderEdit;
  /** Edits that are tried again behind other steps where the file does not take them yet. */
  later?: ReadonlySet<number>;
}

/** What a writer needs to know of a component. */
export interface WriterContext extends Pick<SyncContext, "monolingual" | "severalValues"> {
  component: Pick<ComponentRow, "fileFormat" | "fileFormatParams" | "template" | "newBase">;
}

/** What it needs to know of a translation. */
export type WriterTranslation = Pick<SyncTranslation, "languageCode" | "filename" | "isSource"> & {
  plural: Pick<PluralRow, "number" | "formula" | "categories">;
};

/** The last edit of each string, with what was last said of its translation. */
function lastOf(edits: readonly PendingEdit[]): Map<string, PendingEdit> {
  const last = new Map<string, PendingEdit>();
  for (const edit of edits) {
    const explanation = edit.explanation ?? last.get(edit.idHash)?.explanation;
    last.set(edit.idHash, explanation === undefined ? edit : { ...edit, explanation });
  }
  return last;
}

/** A file being written: keeps text and parse between groups of edits. */
export class FileWriter {
  private readonly format: FileFormat;
  private options: FormatOptions;
  private text: string;
  private parsed: ParsedFile | undefined;
  /** What the file was, or is made from: it holds what the text alone cannot tell. */
  private before: Uint8Array | undefined;

  /**
   * @param content bytes of the file as the working copy has it; undefined when it does not exist yet
   * @param base bytes of the base file or template for new languages
   * @param stored texts of the language by context, see `documentTexts`
   * @throws FormatError; EditRefused when the file does not exist and cannot be made
   */
  constructor(
    private readonly context: WriterContext,
    translation: WriterTranslation,
    content: Uint8Array | undefined,
    private readonly base: Uint8Array | undefined,
    stored?: ReadonlyMap<string, string>,
  ) {
    this.format = formatOf(context.component);
    this.before = content ?? base;
    const baseText = base && this.format.decode(base);
    this.options = optionsFor(context.component, {
      languageCode: translation.languageCode,
      plural: translation.plural,
      isTemplate: translation.isSource && context.monolingual,
      base: context.monolingual ? baseText : undefined,
      template: context.monolingual ? undefined : baseText,
      stored,
    });
    const { newBase } = context.component;
    const example = context.monolingual && newBase === "" && this.format.startsEmpty ? undefined : baseText;
    const made = content === undefined ? this.format.create(example, this.options) : this.format.decode(content);
    if (made === undefined) throw new EditRefused(refusal("writeNoFile", { filename: translation.filename }));
    this.text = made;
  }

  /** Bytes of the file as it stands now. */
  bytes(): Uint8Array {
    return this.format.encode(this.text, this.before);
  }

  /** Whether the file as it stands now is one of several languages that says anything in this one. */
  holds(languageCode: string): boolean {
    return this.format.catalogue?.languages(this.text).includes(languageCode) === true;
  }

  /** Writes edits in order, the last one of a string wins, and brings the header up to date when anything changed. */
  apply({ edits, header, later }: EditStep): WrittenFile {
    const last = lastOf(edits);
    const refused: WrittenFile["refused"] = [];
    const absent: number[] = [];
    const ids = this.entryIds([...last.values()]);
    const wanted = [...last.values()].flatMap((edit) => {
      const entry = this.entryEdit(edit, ids);
      if (!entry) absent.push(edit.id);
      return entry ? [{ edit, entry }] : [];
    });
    const head: EntryEdit[] = this.format.header ? [{ kind: "header", header }] : [];
    const entries = wanted.map(({ entry }) => entry);
    if (!this.spliceTogether(entries, head)) {
      const before = this.text;
      this.spliceWhatGoes(wanted, refused);
      this.tryAgain(wanted, refused);
      this.fillGaps(wanted, refused, later);
      if (this.text !== before) this.splice(head);
    }
    // What is no string any more, such as a place behind the last item of a list, stays where a format cannot take it out.
    const idle = new Set(
      edits.flatMap(({ id, kind, sources }) => (kind === "remove" && saysNothing(sources) ? [id] : [])),
    );
    absent.push(...refused.flatMap(({ id }) => (idle.has(id) ? [id] : [])));
    return { content: this.bytes(), refused: refused.filter(({ id }) => !idle.has(id)), absent };
  }

  /** Writes edits, and the header if they change anything, by one parse; false and nothing when one of them is refused. */
  private spliceTogether(entries: EntryEdit[], head: readonly EntryEdit[]): boolean {
    let patches: Patch[];
    try {
      patches = this.patchesFor(entries);
    } catch (error) {
      if (!(error instanceof EditRefused)) throw error;
      this.reset(this.text);
      return false;
    }
    if (patches.length > 0 && head.length > 0) patches = this.patchesFor([...entries, ...head]);
    this.patch(patches);
    return true;
  }

  /** Writes edits but those that are refused: by halves, so that a single text does not hold back the others. */
  private spliceWhatGoes(
    wanted: readonly { edit: PendingEdit; entry: EntryEdit }[],
    refused: WrittenFile["refused"],
  ): void {
    const before = this.text;
    try {
      this.splice(wanted.map(({ entry }) => entry));
    } catch (error) {
      if (!(error instanceof EditRefused)) throw error;
      this.reset(before);
      const half = wanted.length >> 1;
      if (half === 0) return void refused.push(...wanted.map(({ edit }) => ({ id: edit.id, ...plainWords(error) })));
      this.spliceWhatGoes(wanted.slice(0, half), refused);
      this.spliceWhatGoes(wanted.slice(half), refused);
    }
  }

  /** What had no place, such as an item of a list that lacked the one before it, may have one by what was written. */
  private tryAgain(wanted: readonly { edit: PendingEdit; entry: EntryEdit }[], refused: WrittenFile["refused"]): void {
    for (let tried = wanted.length; refused.length > 0 && refused.length < tried; ) {
      tried = refused.length;
      const ids = new Set(refused.splice(0).map(({ id }) => id));
      this.spliceWhatGoes(
        wanted.filter(({ edit }) => ids.has(edit.id)),
        refused,
      );
    }
  }

  /** Places of lists that nothing else makes or takes are made without texts. */
  private fillGaps(
    wanted: readonly { edit: PendingEdit; entry: EntryEdit }[],
    refused: WrittenFile["refused"],
    later: EditStep["later"],
  ): void {
    const fits = ({ id, said }: RefusedEdit) => said !== undefined && OF_PLACES.has(said.key) && !later?.has(id);
    const ids = new Set(refused.filter(fits).map(({ id }) => id));
    if (ids.size === 0) return;
    refused.splice(0, refused.length, ...refused.filter(({ id }) => !ids.has(id)));
    const { options } = this;
    this.options = { ...options, fillGaps: true };
    this.spliceWhatGoes(
      wanted.filter(({ edit }) => ids.has(edit.id)),
      refused,
    );
    this.options = options;
  }

  /** Goes on from another content of the same file. @throws FormatError when it cannot be read; nothing is changed then */
  replace(content: Uint8Array): void {
    const text = this.format.decode(content);
    if (text === this.text) return;
    const parsed = this.format.parse(text, this.options);
    this.text = text;
    this.parsed = parsed;
  }

  private reset(text: string): void {
    this.text = text;
    this.parsed = undefined;
  }

  private file(): ParsedFile {
    this.parsed ??= this.format.parse(this.text, this.options);
    return this.parsed;
  }

  private splice(edits: EntryEdit[]): void {
    this.patch(this.patchesFor(edits));
  }

  private patchesFor(edits: EntryEdit[]): Patch[] {
    return this.format.edit(this.text, this.file(), edits, this.options);
  }

  private patch(patches: readonly Patch[]): void {
    if (patches.length === 0) return;
    // What the text refers to, such as the pictures of a container, is then what the base has.
    if (this.file().madeAgain) this.before = this.base;
    this.reset(applyPatches(this.text, patches));
  }

  private entryEdit(edit: PendingEdit, ids: ReadonlyMap<string, string>): EntryEdit | undefined {
    const state = entryState(edit.state);
    const found = ids.get(edit.idHash);
    if (edit.kind === "remove") return found === undefined ? undefined : { kind: "remove", id: found };
    const explanation = this.format.explains ? (edit.explanation ?? undefined) : undefined;
    if (found !== undefined) return { kind: "set", id: found, targets: edit.targets, state, explanation };
    // An emptied text that the file does not have is emptied already.
    if ((edit.kind === "edit" || edit.kind === "carry") && saysNothing(edit.targets)) return undefined;
    return {
      kind: "add",
      context: edit.context,
      sources: edit.sources,
      targets: edit.targets,
      state,
      explanation,
      plural: !this.context.severalValues && (edit.sources.length > 1 || edit.targets.length > 1),
    };
  }

  /** Identity → entry id in the file as it stands, of the strings of these edits and perhaps of others. */
  private entryIds(edits: readonly PendingEdit[]): ReadonlyMap<string, string> {
    const ids = new Map<string, string>();
    for (const entry of this.entriesNear(edits)) {
      const hash = this.identity(entry.context, entry.sources);
      if (!ids.has(hash)) ids.set(hash, entry.id);
    }
    return ids;
  }

  /** Entries that the edits may be about: most edits are few, and files are long. */
  private entriesNear(edits: readonly PendingEdit[]): readonly Entry[] {
    const file = this.file();
    const known = edits.every(({ idHash, context, sources }) => this.identity(context, sources) === idHash);
    const names = edits.map(({ context, sources }) => ({ context, source: sources[0] ?? "" }));
    return (known ? file.named?.(names) : undefined) ?? file.entries;
  }

  private identity(context: string, sources: readonly string[]): string {
    return identityOf(this.context.monolingual, context, sources);
  }
}
