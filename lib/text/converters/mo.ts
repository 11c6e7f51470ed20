import { EditRefused } from "@/lib/text/formats/kernel/format";
import { refusal } from "@/lib/text/messages/refusal";
import { type ConvertedUnit, type Converter, isTranslated } from "./converter";
import { catalogueHeader, formsFor } from "./po";

const MAGIC = 0x950412de;
const HEADER = 28;
/** Largest catalogue, in bytes of texts: offsets are 32 bits, and everything is held while it is sorted. */
const LARGEST = 512_000_000;
const PIECE = 4096;

interface Message {
  id: Buffer;
  text: Buffer;
}

/**
 * A compiled catalogue, sorted by id and without a hash table, as `msgfmt --no-hash` writes it. Strings that need
 * editing are left out, as there. All translated texts are held to be sorted, up to 512 MB.
 */
export const moConverter: Converter = {
  id: "mo",
  name: "gettext MO",
  extension: "mo",
  mimeType: "application/x-gettext-catalog",
  suits: (component) => component.formatId === "po",
  async *write(head, pages) {
    const messages: Message[] = [{ id: Buffer.alloc(0), text: Buffer.from(catalogueHeader(head)) }];
    let size = 0;
    for await (const page of pages) {
      for (const unit of page) {
        if (!isTranslated(unit) || unit.state === "needs-editing") continue;
        const message = messageOf(unit, head.plural.number);
        if (message.id.length === 0) continue;
        size += message.id.length + message.text.length + 2;
        if (size > LARGEST) throw new EditRefused(refusal("writeCatalogueLarge", { most: "512" }));
        messages.push(message);
      }
    }
    messages.sort((a, b) => Buffer.compare(a.id, b.id));
    const tables = Buffer.alloc(HEADER + messages.length * 16);
    const textTable = HEADER + messages.length * 8;
    [MAGIC, 0, messages.length, HEADER, textTable, 0, tables.length].forEach((word, index) => {
      tables.writeUInt32LE(word, index * 4);
    });
    let offset = tables.length;
    const list = (part: "id" | "text", table: number): void => {
      messages.forEach((message, index) => {
        tables.writeUInt32LE(message[part].length, table + index * 8);
        tables.writeUInt32LE(offset, table + index * 8 + 4);
        offset += message[part].length + 1;
      });
    };
    list("id", HEADER);
    list("text", textTable);
    yield tables;
    const nul = Buffer.alloc(1);
    for (const part of ["id", "text"] as const)
      for (let at = 0; at < messages.length; at += PIECE)
        yield Buffer.concat(messages.slice(at, at + PIECE).flatMap((message) => [message[part], nul]));
  },
};

function messageOf(unit: ConvertedUnit, forms: number): Message {
  const context = unit.context === "" ? "" : `${unit.context}\u0004`;
  const sources = unit.plural
    ? [unit.sources[0] ?? "", unit.sources[1] ?? unit.sources[0] ?? ""]
    : [unit.sources[0] ?? ""];
  const targets = unit.plural ? formsFor(unit.targets, forms) : [unit.targets[0] ?? ""];
  // NUL parts the forms, so no form may hold one.
  const joined = (list: readonly string[]): string => list.map((text) => text.replaceAll("\0", "\ufffd")).join("\0");
  return { id: Buffer.from(context + joined(sources)), text: Buffer.from(joined(targets)) };
}
