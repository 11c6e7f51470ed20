import { refusal } from "@/lib/text/messages/refusal";
import { parsePluralHeader } from "../../plurals/formula";
import {
  type Entry,
  FormatError,
  type FormatOptions,
  monolingualOf,
  type ParsedFile,
  positionAt,
  type StringName,
} from "../kernel/format";
import { refuseReturns } from "../kernel/line-scan";
import { Warnings } from "../kernel/warnings";
import { entryOf } from "./entry";
import { identifyingFields, mayTell } from "./fields";
import { headerField, pluralCount } from "./header";
import { isHeader, messageId, messageKey } from "./identity";
import { eachMessage, type PoField, type PoMessage, scanMessages } from "./tokens";

/** All messages of a file as objects, for edits that change which messages there are. */
export interface PoMessages {
  messages: PoMessage[];
  header: PoMessage | undefined;
  /** Live messages by entry id. */
  live: Map<string, PoMessage>;
}

/**
 * A PO file. Its messages are gone through each time that somebody asks for some of them: that takes a microsecond a
 * message, and to keep them all as objects takes several times the memory of their texts.
 */
export class PoFile {
  readonly header: PoMessage | undefined;
  private readonly fields: string;
  /** How many messages it has. */
  private readonly size: number;
  /** Plural forms that the header declares. */
  readonly declared: number | undefined;
  private known = new Map<string, PoMessage>();
  /** Fields that may tell how the file is laid out, when they have been seen. */
  private telling: PoField[] | undefined;
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
      throw new FormatError(refusal("readNul"), line, column);
    }
    refuseReturns(text);
    let header: PoMessage | undefined;
    let size = 0;
    eachMessage(text, (message) => {
      size++;
      if (!header && isHeader(message)) header = message;
    });
    this.header = header;
    this.size = size;
    this.fields = this.header?.strings[0]?.value ?? "";
    this.declared = pluralCount(headerField(this.fields, "Plural-Forms"));
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
    eachMessage(this.text, (message) => {
      if (message.obsolete || message.start === header?.start) return;
      const id = messageId(message.context?.value, message.id.value);
      if (seen.has(id) || (id === "" && header)) {
        const what = id === "" ? "The file has a second header" : "This string appears twice in the file";
        const twice = id === "" ? undefined : message.context?.value || message.id.value;
        warnings.add(`${what}; only the first is used.`, message.id.start, twice);
        return;
      }
      seen.add(id);
      take(message, id);
    });
  }

  /** Live messages that are wanted, by entry id. */
  private pick(isWanted: (context: string | undefined, id: string) => boolean): Map<string, PoMessage> {
    const found = new Map<string, PoMessage>();
    const telling: PoField[] = [];
    eachMessage(this.text, (message) => {
      for (const field of identifyingFields(message)) if (mayTell(this.text, field)) telling.push(field);
      if (message.obsolete || !isWanted(message.context?.value, message.id.value)) return;
      const id = messageId(message.context?.value, message.id.value);
      if (id !== "" && !found.has(id) && message.start !== this.header?.start) found.set(id, message);
    });
    this.telling = telling;
    return found;
  }

  private entriesOf(messages: ReadonlyMap<string, PoMessage>): Entry[] {
    return [...messages].map(([id, message]) => this.entry(message, id));
  }

  private find(ids: ReadonlySet<string>): Entry[] {
    const { known } = this;
    // Whoever looked for strings by their names edits some of them next.
    if ([...ids].every((id) => known.has(id))) this.known = new Map([...known].filter(([id]) => ids.has(id)));
    else this.known = this.pick((context, id) => ids.has(messageId(context, id)));
    return this.entriesOf(this.known);
  }

  private named(names: readonly StringName[]): Entry[] {
    const contexts = new Set(names.map(({ context }) => context));
    const sources = monolingualOf(this.options) ? undefined : new Set(names.map(({ source }) => source));
    this.known = this.monolingual
      ? this.pick((context, id) => contexts.has(messageKey(context, id)))
      : this.pick((context, id) => contexts.has(context ?? "") && (sources === undefined || sources.has(id)));
    return this.entriesOf(this.known);
  }

  /** A message that was found last by its entry id. */
  message(id: string): PoMessage {
    return this.known.get(id)!;
  }

  /** Whether it has no message at all. */
  isEmpty(): boolean {
    return this.size === 0;
  }

  /** The fields that may tell how the file is laid out. */
  tellingFields(): readonly PoField[] {
    if (!this.telling) this.pick(() => false);
    return this.telling!;
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
  parsed(): ParsedFile<PoFile> {
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
