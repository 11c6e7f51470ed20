import { refusal } from "@/lib/text/messages/refusal";
import { likeliest } from "../../renames/likeliest";
import { applyPatches, FormatError, type FormatOptions, positionAt } from "../kernel/format";
import { lineEnding, PatchList } from "../kernel/splice";
import { identifyingFields, linesAbove, type PoLayout, readFlags, wrapStyle } from "./fields";
import { headerField, patchHeader, pluralCount } from "./header";
import { isHeader, messageId } from "./identity";
import { type PoMessage, scanMessages } from "./tokens";
import { wrapField } from "./wrap";

/** Bringing a language's file up to its template, as gettext's msgmerge does; what stays keeps its bytes. */

export interface MergeOptions {
  /** Whether a new string takes the text of one that is much like it, marked for a look. */
  fuzzyMatching: boolean;
  /** Whether such a string tells what its text was made for. */
  keepPrevious: boolean;
  /** Whether the file names the places of its strings. */
  locations: boolean;
  /** Plural forms of the language, where the file does not declare them. */
  forms: number;
  params: FormatOptions["params"];
}

/** What a file became, and in how many strings. */
export interface MergedFile {
  text: string;
  added: number;
  /** Strings that took the text of another one. */
  fuzzy: number;
  obsolete: number;
}

/**
 * A file with the strings of a template: in its order, with its comments, places and flags. Strings that it lost become
 * obsolete when they have a text.
 * @throws FormatError for a file that names a string twice
 */
export function mergeTemplate(text: string, template: string, options: MergeOptions): MergedFile {
  return new Merge(text, template, options).run();
}

const textsOf = ({ strings }: PoMessage): string[] => strings.map(({ value }) => value);
const isTranslated = (message: PoMessage): boolean => message.strings.some(({ value }) => value !== "");
const idOf = (message: PoMessage): string => messageId(message.context?.value, message.id.value);
const formsOf = (message: PoMessage): string[] =>
  message.plural ? [message.id.value, message.plural.value] : [message.id.value];

/** A message that is used for another one. */
interface Use {
  message: PoMessage;
  /** True where it is only much like it. */
  alike: boolean;
}

class Merge {
  private readonly own: PoMessage[];
  private readonly wanted: PoMessage[];
  private readonly header: PoMessage | undefined;
  private readonly layout: PoLayout;
  private readonly forms: number;

  constructor(
    private readonly text: string,
    private readonly template: string,
    private readonly options: MergeOptions,
  ) {
    this.own = scanMessages(text);
    this.header = this.own.find(isHeader);
    const seen = new Set<string>();
    this.wanted = scanMessages(template).filter((message) => {
      if (message.obsolete || isHeader(message) || seen.has(idOf(message))) return false;
      seen.add(idOf(message));
      return true;
    });
    this.layout = {
      style: wrapStyle(text, this.own.flatMap(identifyingFields), options.params),
      eol: lineEnding(text),
    };
    const declared = pluralCount(headerField(this.header?.strings[0]?.value ?? "", "Plural-Forms"));
    this.forms = declared ?? Math.max(1, options.forms);
  }

  run(): MergedFile {
    const uses = this.uses();
    const used = new Set([...uses.values()].map(({ message }) => message));
    const pieces = [
      ...(this.header ? [this.mergedHeader(this.header)] : []),
      ...this.wanted.map((message) => this.merged(message, uses.get(message))),
    ];
    let obsolete = 0;
    for (const message of this.own) {
      if (message === this.header || used.has(message)) continue;
      if (message.obsolete) pieces.push(this.sliceOf(message));
      else if (isTranslated(message)) {
        obsolete++;
        pieces.push(this.composed(message, "#~ "));
      }
    }
    const had = this.own.map((message) => this.sliceOf(message));
    const same = had.length === pieces.length && had.every((piece, at) => piece === pieces[at]);
    return {
      text: same ? this.text : this.joined(pieces),
      added: this.wanted.length - uses.size,
      fuzzy: [...uses.values()].filter(({ alike }) => alike).length,
      obsolete,
    };
  }

  /** Which message of the file stands for which one of the template. */
  private uses(): Map<PoMessage, Use> {
    const [live, obsolete] = [new Map<string, PoMessage>(), new Map<string, PoMessage>()];
    for (const message of this.own) {
      if (message === this.header) continue;
      const list = message.obsolete ? obsolete : live;
      if (!list.has(idOf(message))) list.set(idOf(message), message);
      else if (!message.obsolete) {
        const { line, column } = positionAt(this.text, message.id.start);
        throw new FormatError(refusal("readPoTwice"), line, column);
      }
    }
    const uses = new Map<PoMessage, Use>();
    for (const message of this.wanted) {
      const found = live.get(idOf(message)) ?? obsolete.get(idOf(message));
      if (found) uses.set(message, { message: found, alike: false });
    }
    if (!this.options.fuzzyMatching) return uses;
    const known = this.own.filter((message) => message !== this.header && isTranslated(message));
    const open = this.wanted.filter((message) => !uses.has(message));
    likeliest(known.map(formsOf), open.map(formsOf)).forEach((at, index) => {
      const [message, found] = [open[index], at === undefined ? undefined : known[at]];
      if (message && found) uses.set(message, { message: found, alike: true });
    });
    return uses;
  }

  private merged(message: PoMessage, use: Use | undefined): string {
    const { eol, style } = this.layout;
    const flags = readFlags(this.template, message).flags;
    const plain = (): string[] => [
      ...(message.context ? wrapField("msgctxt", message.context.value, style, flags) : []),
      ...wrapField("msgid", message.id.value, style, flags),
      ...(message.plural ? wrapField("msgid_plural", message.plural.value, style, flags) : []),
    ];
    if (!use) {
      const strings = this.stringLines(message, [], flags);
      return [...this.head(message, undefined, flags, []), ...plain(), ...strings].join(eol);
    }
    const own = use.message;
    const was = readFlags(this.text, own);
    const changed = use.alike || (message.plural === undefined) !== (own.plural === undefined);
    const fuzzy = isTranslated(own) && (was.fuzzy || changed || own.plural?.value !== message.plural?.value);
    const kept = was.flags.split(", ").filter((flag) => flag && !/(?:^|-)(?:format|wrap)$|^range:/.test(flag));
    const all = [...new Set([...(fuzzy ? ["fuzzy"] : []), ...flags.split(", ").filter(Boolean), ...kept])].join(", ");
    const previous = fuzzy && this.options.keepPrevious ? this.previousOf(own, was.fuzzy, message) : [];
    const head = this.head(message, own, all, previous);
    if (!changed && !own.obsolete && own.plural?.value === message.plural?.value)
      return [...head, this.text.slice((own.context ?? own.id).start, own.end).trimEnd()].join(eol);
    const strings = this.stringLines(message, textsOf(own), all);
    return [...head, ...plain(), ...strings].join(eol);
  }

  /** The comments of a message: those of translators from the file, all others from the template. */
  private head(message: PoMessage, own: PoMessage | undefined, flags: string, previous: readonly string[]): string[] {
    const [above, ofTemplate] = [own ? linesAbove(this.text, own) : undefined, linesAbove(this.template, message)];
    return [
      ...(above ?? ofTemplate).filter(isTranslators),
      ...ofTemplate.filter((line) => line.startsWith("#.")),
      ...(this.options.locations ? ofTemplate.filter((line) => line.startsWith("#:")) : []),
      ...(flags ? [`#, ${flags}`] : []),
      ...previous,
    ];
  }

  /** What the text of a message was made for. */
  private previousOf(own: PoMessage, wasFuzzy: boolean, message: PoMessage): string[] {
    const lines = linesAbove(this.text, own).flatMap((line) => (/^#~?\|/.test(line) ? line.replace("#~|", "#|") : []));
    if (wasFuzzy && lines.length > 0) return lines;
    const same = idOf(own) === idOf(message) && own.plural?.value === message.plural?.value;
    if (same) return [];
    const { style } = this.layout;
    return [
      ...(own.context ? wrapField("#| msgctxt", own.context.value, style) : []),
      ...wrapField("#| msgid", own.id.value, style),
      ...(own.plural ? wrapField("#| msgid_plural", own.plural.value, style) : []),
    ];
  }

  /** The texts of a message, as many as it needs: where it has got a plural, one text stands for all forms. */
  private stringLines(message: PoMessage, texts: readonly string[], flags: string): string[] {
    const { style } = this.layout;
    if (!message.plural) return wrapField("msgstr", texts[0] ?? "", style, flags);
    const forms = texts.length > 1 ? Math.max(texts.length, this.forms) : this.forms;
    return Array.from({ length: forms }, (_, form) =>
      wrapField(`msgstr[${form}]`, texts[form] ?? (texts.length === 1 ? (texts[0] ?? "") : ""), style, flags),
    ).flat();
  }

  /** A message with a mark before its lines that makes it obsolete. */
  private composed(message: PoMessage, mark: string): string {
    const { style, eol } = this.layout;
    const { flags, fuzzy } = readFlags(this.text, message);
    const all = [...(fuzzy ? ["fuzzy"] : []), ...(flags ? [flags] : [])].join(", ");
    const above = linesAbove(this.text, message);
    const field = (keyword: string, value: string): string[] => wrapField(mark + keyword, value, style, flags);
    return [
      ...above.filter(isTranslators),
      ...(all ? [`#, ${all}`] : []),
      ...above.filter((line) => line.startsWith("#|")).map((line) => line.replace("#|", "#~|")),
      ...(message.context ? field("msgctxt", message.context.value) : []),
      ...field("msgid", message.id.value),
      ...(message.plural ? field("msgid_plural", message.plural.value) : []),
      ...message.strings.flatMap(({ value }, form) => field(message.plural ? `msgstr[${form}]` : "msgstr", value)),
    ].join(eol);
  }

  /** The file's own header, with what the template tells of itself. */
  private mergedHeader(header: PoMessage): string {
    const told = scanMessages(this.template).find(isHeader)?.strings[0]?.value ?? "";
    const now = header.strings[0]?.value ?? "";
    const fields = ["Report-Msgid-Bugs-To", "POT-Creation-Date"].flatMap((name): [string, string][] => {
      const value = headerField(told, name);
      return value && value !== headerField(now, name) ? [[name, value]] : [];
    });
    const patches = new PatchList(this.text);
    patchHeader(patches, this.text, header, new Map(fields), this.layout);
    const changed = applyPatches(this.text, patches.finish());
    return changed.slice(header.start, header.end + changed.length - this.text.length).trimEnd();
  }

  private sliceOf({ start, end }: PoMessage): string {
    return this.text.slice(start, end).trimEnd();
  }

  private joined(pieces: readonly string[]): string {
    const { eol } = this.layout;
    const first = this.own[0];
    const before = first ? this.text.slice(0, first.start) : "";
    const behind = this.text.slice(this.own.at(-1)?.end ?? this.text.length).trim();
    return before + [...pieces, ...(behind ? [behind] : [])].join(eol + eol) + eol;
  }
}

/** Whether a comment is one of translators. */
const isTranslators = (line: string): boolean => !/^#[.:,|~]/.test(line);
