import { parsePluralHeader } from "../../plurals/formula";
import {
  type Entry,
  FormatError,
  type FormatOptions,
  monolingualOf,
  type ParsedFile,
  positionAt,
  type Span,
  type StringName,
} from "../kernel/format";
import { refuseReturns } from "../kernel/line-scan";
import { Warnings } from "../kernel/warnings";
import { entryOf } from "./entry";
import { tellingFields } from "./fields";
import { headerField, pluralCount } from "./header";
import { isHeader, messageId, messageKey } from "./identity";
import { PoTable } from "./table";
import { eachMessage, type PoMessage, scanMessages } from "./tokens";

/** All messages of a file as objects, for edits that change which messages there are. */
export interface PoMessages {
  messages: PoMessage[];
  header: PoMessage | undefined;
  /** Live messages by entry id. */
  live: Map<string, PoMessage>;
}

/** A PO file: a table of its messages, from which those are read that somebody asks for. */
export class PoFile {
  private readonly table: PoTable;
  readonly header: PoMessage | undefined;
  private readonly fields: string;
  /** Plural forms that the header declares. */
  readonly declared: number | undefined;
  private known = new Map<string, PoMessage>();
  private whole: PoMessages | undefined;

  /** @throws FormatError when the text cannot be read */
  constructor(
    readonly text: string,
    private readonly options: FormatOptions,
    private readonly monolingual: boolean,
  ) {
    const nul = text.indexOf("\0");
    if (nul >= 0) {
      const { line, column } = positionAt(text, nul);
      throw new FormatError("The file contains a NUL character.", line, column);
    }
    refuseReturns(text);
    this.table = new PoTable(text);
    this.header = this.findHeader();
    this.fields = this.header?.strings[0]?.value ?? "";
    this.declared = pluralCount(headerField(this.fields, "Plural-Forms"));
  }

  /** The first message that is a header; the rest behind the table is checked on the way. */
  private findHeader(): PoMessage | undefined {
    const { table, text } = this;
    let found: PoMessage | undefined;
    for (let index = 0; index < table.size && !found; index++) {
      const { context, id } = table.names(index);
      if (context === undefined && id === "") found = table.message(index);
    }
    if (table.rest < text.length)
      eachMessage(text, table.rest, (message) => {
        if (!found && isHeader(message)) found = message;
      });
    return found;
  }

  private get forms(): number {
    return this.declared ?? Math.max(1, this.options.plural.number);
  }

  private entry(message: PoMessage, id: string): Entry {
    return entryOf(this.text, message, id, this.forms, this.monolingual);
  }

  /** Hands over the live messages, each id once. */
  private eachLive(take: (message: PoMessage, id: string) => void, warnings: Warnings): void {
    const { header } = this;
    const seen = new Set<string>();
    eachMessage(this.text, 0, (message) => {
      if (message.obsolete || message.start === header?.start) return;
      const id = messageId(message.context?.value, message.id.value);
      if (seen.has(id) || (id === "" && header)) {
        const what = id === "" ? "The file has a second header" : "The file has this string twice";
        warnings.add(`${what}; only the first counts.`, message.id.start);
        return;
      }
      seen.add(id);
      take(message, id);
    });
  }

  /** Live messages that are wanted, by entry id. */
  private pick(isWanted: (context: string | undefined, id: string) => boolean): Map<string, PoMessage> {
    const found = new Map<string, PoMessage>();
    const { table, text } = this;
    const take = (message: PoMessage): void => {
      const id = messageId(message.context?.value, message.id.value);
      if (id !== "" && !found.has(id) && message.start !== this.header?.start) found.set(id, message);
    };
    for (let index = 0; index < table.size; index++) {
      const { context, id } = table.names(index);
      if (isWanted(context, id)) take(table.message(index));
    }
    if (table.rest < text.length)
      eachMessage(text, table.rest, (message) => {
        if (!message.obsolete && isWanted(message.context?.value, message.id.value)) take(message);
      });
    return found;
  }

  private entriesOf(messages: ReadonlyMap<string, PoMessage>): Entry[] {
    return [...messages].map(([id, message]) => this.entry(message, id));
  }

  private find(ids: ReadonlySet<string>): Entry[] {
    this.known = ids.size === 0 ? new Map() : this.pick((context, id) => ids.has(messageId(context, id)));
    return this.entriesOf(this.known);
  }

  private named(names: readonly StringName[]): Entry[] {
    const contexts = new Set(names.map(({ context }) => context));
    if (this.monolingual) return this.entriesOf(this.pick((context, id) => contexts.has(messageKey(context, id))));
    const sources = monolingualOf(this.options) ? undefined : new Set(names.map(({ source }) => source));
    return this.entriesOf(
      this.pick((context, id) => contexts.has(context ?? "") && (sources === undefined || sources.has(id))),
    );
  }

  /** A message that was found last by its entry id. */
  message(id: string): PoMessage {
    return this.known.get(id)!;
  }

  /** Whether it has no message at all. */
  isEmpty(): boolean {
    return this.table.size === 0 && this.messages().messages.length === 0;
  }

  /** Ranges of the fields that tell how the file is laid out. */
  *tellingFields(): Generator<Span> {
    yield* this.table.tellingFields();
    if (this.table.rest < this.text.length) yield* tellingFields(scanMessages(this.text, this.table.rest));
  }

  /** Everything as objects. */
  messages(): PoMessages {
    if (!this.whole) {
      const messages = scanMessages(this.text);
      const header = messages.find(isHeader);
      const live = new Map<string, PoMessage>();
      for (const message of messages) {
        const id = messageId(message.context?.value, message.id.value);
        if (!message.obsolete && message !== header && !live.has(id) && !(id === "" && header)) live.set(id, message);
      }
      this.whole = { messages, header, live };
    }
    return this.whole;
  }

  /** The file as callers of the format know it. */
  parsed(): ParsedFile {
    let read: Pick<ParsedFile, "entries" | "warnings"> | undefined;
    const whole = (): Pick<ParsedFile, "entries" | "warnings"> => {
      if (!read) {
        const entries: Entry[] = [];
        const warnings = new Warnings(this.text);
        this.eachLive((message, id) => entries.push(this.entry(message, id)), warnings);
        read = { entries, warnings: warnings.list };
      }
      return read;
    };
    const { declared, fields } = this;
    const rule = parsePluralHeader(headerField(fields, "Plural-Forms") ?? "");
    return {
      get entries() {
        return whole().entries;
      },
      get warnings() {
        return whole().warnings;
      },
      find: (ids) => this.find(ids),
      named: (names) => this.named(names),
      language: headerField(fields, "Language") ?? "",
      ...(declared !== undefined && { pluralCount: declared }),
      ...(rule && { pluralFormula: rule.formula }),
      internal: this,
    };
  }
}
