import { storable } from "./encoding";
import {
  type Entry,
  type EntryState,
  FormatError,
  type FormatOptions,
  monolingualOf,
  type ParsedFile,
  positionAt,
} from "./format";
import { Warnings } from "./warnings";
import { attributeValue, childOf, childrenOf, localName } from "./xml-edit";
import { decodeXmlText, scanXml, type XmlElement } from "./xml-scanner";

/** How the two generations of the format differ. */
export interface TsDialect {
  /** Qt 1 has neither plural forms nor locations. */
  old: boolean;
}

export interface TsItem {
  message: XmlElement;
  /** The `context` it stands in. */
  context: XmlElement;
  source: XmlElement;
  translation: XmlElement | undefined;
  numerus: boolean;
}

/** What `parse` leaves for `edit`. */
export interface TsInternal {
  root: XmlElement;
  contexts: XmlElement[];
  items: Map<string, TsItem>;
}

/** Text of an element; `<byte value="x1b"/>` stands for a character that XML cannot hold. */
export function tsText(text: string, element: XmlElement | undefined): string {
  if (!element) return "";
  let out = "";
  for (const node of element.children) {
    if (node.kind === "text") out += decodeXmlText(text.slice(node.start, node.end));
    else if (node.kind === "cdata") out += text.slice(node.start + 9, node.end - 3);
    else if (node.kind === "element" && node.name === "byte") out += byteOf(attributeValue(node, "value"));
  }
  return storable(out);
}

function byteOf(value: string): string {
  const hex = /^x([0-9a-fA-F]{1,4})$/.exec(value)?.[1];
  const code = hex === undefined ? Number(value) : Number.parseInt(hex, 16);
  return Number.isInteger(code) && code > 0 && code <= 0xffff ? String.fromCharCode(code) : "";
}

/** Source forms of a message with a number: without and with the plural's letter. */
export function numerusSources(source: string): string[] {
  return [source.replaceAll("(s)", ""), source.replaceAll("(s)", "s")];
}

class Reader {
  readonly entries: Entry[] = [];
  readonly internal: TsInternal;
  private readonly warnings: Warnings;
  private readonly keyed: boolean;
  /** Place that relative locations go on from. */
  private file = "";
  private readonly lines = new Map<string, number>();

  constructor(
    private readonly text: string,
    private readonly options: FormatOptions,
    private readonly dialect: TsDialect,
  ) {
    const { root } = scanXml(text);
    if (root.name !== "TS") {
      const { line, column } = positionAt(text, root.start);
      throw new FormatError("The root element must be <TS>.", line, column);
    }
    this.internal = { root, contexts: childrenOf(root, "context"), items: new Map() };
    this.warnings = new Warnings(text);
    this.keyed = monolingualOf(options);
  }

  read(): ParsedFile {
    const { root, contexts } = this.internal;
    for (const context of contexts) {
      const name = tsText(this.text, childOf(context, "name"));
      for (const message of childrenOf(context, "message")) this.message(message, context, name);
    }
    // Messages with ids stand without a context.
    for (const message of childrenOf(root, "message")) this.message(message, root, "");
    const language = attributeValue(root, "language");
    return { entries: this.entries, warnings: this.warnings.list, language, internal: this.internal };
  }

  private message(message: XmlElement, context: XmlElement, name: string): void {
    const location = this.locationsOf(message);
    const source = childOf(message, "source");
    const translation = childOf(message, "translation");
    const type = attributeValue(translation, "type");
    const text = tsText(this.text, source);
    if (!source || text === "" || type === "vanished" || type === "obsolete") return;
    const parts = [name, tsText(this.text, childOf(message, "comment")), attributeValue(message, "id")];
    const full = parts.filter(Boolean).join("\n");
    const id = JSON.stringify([full, text]);
    if (this.internal.items.has(id)) {
      this.warnings.add(
        `“${text.slice(0, 100)}” is in the context “${name}” twice; only the first counts.`,
        message.start,
      );
      return;
    }
    const numerus = !this.dialect.old && attributeValue(message, "numerus") === "yes";
    this.internal.items.set(id, { message, context, source, translation, numerus });
    const targets = this.targetsOf(translation, numerus, text, type);
    const sources = numerus ? numerusSources(text) : [text];
    const flags = attributeValue(message, "weblate-flags");
    this.entries.push({
      id,
      context: full,
      sources: this.keyed ? [...targets] : sources,
      targets,
      plural: numerus,
      state: stateOf(targets, type, flags),
      note: this.notesOf(message),
      location,
      flags,
      previousSource: type === "unfinished" ? tsText(this.text, childOf(message, "oldsource")) : "",
      span: { start: message.start, end: message.end },
    });
  }

  private targetsOf(translation: XmlElement | undefined, numerus: boolean, source: string, type: string): string[] {
    if (!numerus) {
      const target = tsText(this.text, translation);
      // A finished message without a text says the source.
      return [target === "" && translation && type === "" ? source : target];
    }
    const forms = translation ? childrenOf(translation, "numerusform").slice(0, 20) : [];
    const texts = forms.map((form) => tsText(this.text, form));
    const count = Math.max(texts.length, this.options.plural.number, 1);
    return Array.from({ length: count }, (_, form) => texts[form] ?? "");
  }

  private notesOf(message: XmlElement): string {
    const notes = ["extracomment", "translatorcomment"].map((name) => tsText(this.text, childOf(message, name)).trim());
    return notes.filter(Boolean).join("\n");
  }

  /** Places of a message; those given relative to the one before are worked out. */
  private locationsOf(message: XmlElement): string {
    if (this.dialect.old) return "";
    const places: string[] = [];
    for (const location of childrenOf(message, "location")) {
      this.file = attributeValue(location, "filename") || this.file;
      const given = attributeValue(location, "line");
      const relative = /^[+-]\d{1,9}$/.test(given);
      const line = relative ? (this.lines.get(this.file) ?? 0) + Number(given) : Number(given);
      if (!Number.isInteger(line) || given === "") continue;
      this.lines.set(this.file, line);
      if (line >= 0 && this.file !== "" && places.length < 1000) places.push(`${this.file}:${line}`);
    }
    return storable(places.join(", "));
  }
}

function stateOf(targets: readonly string[], type: string, flags: string): EntryState {
  if (/(?:^|,)\s*read-only\s*(?:,|$)/.test(flags)) return "read-only";
  if (targets.every((target) => target === "")) return "empty";
  return type === "unfinished" ? "needs-editing" : "translated";
}

/**
 * Strings of a Qt Linguist file.
 * @throws FormatError when it is not well-formed or its root is not `TS`
 */
export function parseTs(text: string, options: FormatOptions, dialect: TsDialect): ParsedFile {
  return new Reader(text, options, dialect).read();
}

/** Name of an element's context, as the file gives it. */
export function contextName(text: string, context: XmlElement): string {
  return localName(context) === "context" ? tsText(text, childOf(context, "name")) : "";
}
