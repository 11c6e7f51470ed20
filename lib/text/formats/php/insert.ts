import { refusal } from "@/lib/text/messages/refusal";
import { EditRefused } from "../kernel/format";
import type { NewKeyedText } from "../kernel/keyed-entries";
import { lineEnd } from "../kernel/line-scan";
import { indentAt, lineEnding, type PatchList } from "../kernel/splice";
import { PhpPlaces } from "./places";
import type { PhpArray, PhpFile, PhpItem, PhpMember } from "./read";
import { writeLiteral } from "./text";

/** New texts in PHP files: members of arrays, made where they are missing, or statements. */

/** Where a key belongs: to an array, under a literal; or to a statement of its own. */
interface Address {
  /** Path of the array; "" for a statement. */
  path: string;
  literal: string;
}

const STATEMENT =
  /^(?:\$[A-Za-z_]\w*(?:\[(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\$]|\\.)*"|\d+)\])*|define\((?:'(?:[^'\\]|\\.)*'|"(?:[^"\\$]|\\.)*"))$/;
const LITERAL = /^(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\$]|\\.)*"|\d+|[A-Za-z_\\][\w\\]*(?:::[A-Za-z_]\w*)?)$/;
const ROOT = /^(?:return|\$[A-Za-z_]\w*)(?:\[\])?$/;

/** An array that the file does not have, with what goes into it. */
interface MissingArray {
  path: string;
  lines: { literal: string; value: string | MissingArray }[];
}

interface NewMember {
  literal: string;
  value: string | MissingArray;
  after: PhpItem | null | undefined;
}

export class PhpInserter {
  private readonly eol: string;
  private readonly missing = new Map<string, MissingArray>();
  private readonly roots: MissingArray[] = [];
  private readonly intoArrays = new Map<PhpArray, NewMember[]>();
  private readonly quote: string;
  private readonly places: PhpPlaces;

  constructor(
    private readonly patches: PatchList,
    private readonly text: string,
    private readonly file: PhpFile,
    /** Keys of the texts as this class knows keys. */
    keys: Iterable<string>,
  ) {
    this.eol = lineEnding(text);
    const sample = file.items.find((item) => !item.locked);
    this.quote = sample ? text[sample.from]! : "'";
    this.places = new PhpPlaces(keys, file.arrays.keys());
  }

  /** Adds a text, which people know by a name; `after` is the one it comes behind, null at the start, undefined at the end. */
  add({ key }: NewKeyedText, name: string, value: string, after: PhpItem | null | undefined): void {
    this.places.take(key, name);
    const { path, literal } = addressOf(key);
    const written = writeLiteral(value, this.quote, this.eol);
    if (path === "") {
      this.statement(key, written, after);
      return;
    }
    if (!LITERAL.test(literal)) throw new EditRefused(refusal("writePhpKey", { key: literal }));
    this.member(path, literal, written, after);
  }

  private member(path: string, literal: string, value: string | MissingArray, after: PhpItem | null | undefined): void {
    const array = this.file.arrays.get(path);
    if (array) {
      this.intoArrays.set(array, [...(this.intoArrays.get(array) ?? []), { literal, value, after }]);
      return;
    }
    const known = this.missing.get(path);
    if (known) {
      known.lines.push({ literal, value });
      return;
    }
    const made: MissingArray = { path, lines: [{ literal, value }] };
    this.missing.set(path, made);
    const parent = addressOf(path.endsWith("[]") ? path.slice(0, -2) : path);
    if (parent.path !== "") this.member(parent.path, parent.literal, made, undefined);
    else if (ROOT.test(path)) this.roots.push(made);
    else throw new EditRefused(refusal("writePhpArray", { name: path }));
  }

  /** Writes everything that was added. */
  finish(): void {
    for (const [array, members] of this.intoArrays) {
      if (isList(array)) this.grow(array, members);
      else for (const one of members) this.insert(array, `${one.literal} => `, one.value, one.after);
    }
    for (const root of this.roots) {
      const name = root.path.replace(/\[\]$/, "");
      const head = name === "return" ? "return " : `${name} = `;
      this.append(`${head}${this.render(root, "", this.quote === '"' ? "    " : "    ")};`);
    }
  }

  private render(array: MissingArray, indent: string, step: string): string {
    const short = array.path.endsWith("[]");
    const inner = indent + step;
    const numbered = [...array.lines].sort((a, b) => Number(a.literal) - Number(b.literal));
    const list = numbered.every(({ literal }, at) => literal === String(at));
    const lines = (list ? numbered : array.lines).map(({ literal, value }) => {
      const text = typeof value === "string" ? value : this.render(value, inner, step);
      return `${inner}${list ? "" : `${literal} => `}${text},${this.eol}`;
    });
    return `${short ? "[" : "array("}${this.eol}${lines.join("")}${indent}${short ? "]" : ")"}`;
  }

  /** New items of a list come behind the last one, in their order. @throws EditRefused where one is missing in between */
  private grow(array: PhpArray, members: readonly NewMember[]): void {
    const ordered = [...members].sort((a, b) => Number(a.literal) - Number(b.literal));
    for (const [at, { literal, value }] of ordered.entries()) {
      const next = array.members.length + at;
      if (!/^\d+$/.test(literal))
        throw new EditRefused(refusal("writeListKeyless", { name: literal, list: array.path }));
      if (Number(literal) < next) throw new EditRefused(refusal("writeListTaken", { name: literal, list: array.path }));
      if (Number(literal) > next) throw new EditRefused(refusal("writeGapBefore", { name: literal }));
      this.insert(array, "", value, undefined);
    }
  }

  private insert(array: PhpArray, head: string, value: string | MissingArray, after: PhpItem | null | undefined): void {
    const first = array.members[0];
    const near = after?.array === array ? after.member! : after === null ? undefined : array.members.at(-1);
    const sample = near ?? first;
    const lead = sample ? this.lead(array, sample) : this.freshLead(array);
    const indent = lead.replace(/[\r\n]/g, "");
    const step = "    ";
    const entry = `${head}${typeof value === "string" ? value : this.render(value, indent, step)}`;
    if (near) {
      const comma = near.next > near.end;
      if (comma) this.patches.insert(this.lineTail(near), `${lead}${entry},`);
      else this.patches.insert(near.end, `,${lead}${entry}`);
    } else if (first) this.patches.insert(first.start, `${entry},${lead}`);
    else {
      const inside = this.text.slice(array.open, array.close);
      const closing = /[\r\n]/.test(inside) ? "" : this.eol + indentAt(this.text, array.open);
      this.patches.insert(array.open, `${lead}${entry},${closing}`);
    }
  }

  /** Behind the comma of a member, or behind the comment that follows it on the line. */
  private lineTail(member: Pick<PhpMember, "next">): number {
    const end = lineEnd(this.text, member.next);
    return /^[ \t]*(?:(?:\/\/|#).*|\/\*(?:(?!\*\/).)*\*\/[ \t]*)?$/.test(this.text.slice(member.next, end))
      ? end
      : member.next;
  }

  private lead(array: PhpArray, member: PhpMember): string {
    let start = member.start;
    while (start > array.open && /[ \t]/.test(this.text[start - 1]!)) start--;
    if (!/[\r\n]/.test(this.text[start - 1] ?? "")) return this.text.slice(start, member.start) || " ";
    return this.eol + this.text.slice(start, member.start);
  }

  private freshLead(array: PhpArray): string {
    return `${this.eol}${indentAt(this.text, array.open)}    `;
  }

  private statement(key: string, value: string, after: PhpItem | null | undefined): void {
    if (!STATEMENT.test(key))
      throw new EditRefused(
        refusal("writePhpStatement", { key, one: "$lang['key']", two: "define('KEY'", other: "return[]->'key'" }),
      );
    const written = key.startsWith("define") ? `${key}, ${value});` : `${key} = ${value};`;
    const statements = this.file.items.filter((item) => !item.array);
    const near = after && !after.array ? after : after === null ? undefined : statements.at(-1);
    if (near) this.patches.insert(this.lineTail({ next: near.end }), this.eol + written);
    else if (after === null && statements[0]) this.patches.insert(statements[0].start, written + this.eol);
    else this.append(written);
  }

  /** Puts a statement at the end of the code, or before the array that the file returns: what is behind is not run. */
  private append(written: string): void {
    const returned = this.file.arrays.get("return") ?? this.file.arrays.get("return[]");
    const word = returned ? this.text.lastIndexOf("return", returned.open) : -1;
    if (word >= 0 && !written.startsWith("return") && /(?:^|[\r\n])$/.test(this.text.slice(0, word))) {
      this.patches.insert(word, written + this.eol);
      return;
    }
    const close = /\?>\s*$/.exec(this.text);
    if (close) this.patches.insert(close.index, written + this.eol);
    else this.patches.insert(this.text.length, `${/[\r\n]$/.test(this.text) ? "" : this.eol}${written}${this.eol}`);
  }
}

/** Whether the members of an array are known by their positions alone. */
const isList = ({ members }: PhpArray): boolean => members.length > 0 && members.every(({ keyed }) => !keyed);

/** Place of the last arrow outside of quotes. */
function lastArrow(key: string): number {
  let found = -1;
  for (const match of key.matchAll(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|->/g))
    if (match[0] === "->") found = match.index;
  return found;
}

function addressOf(key: string): Address {
  const arrow = lastArrow(key);
  if (arrow < 0) return { path: "", literal: key };
  return { path: key.slice(0, arrow), literal: key.slice(arrow + 2) };
}
