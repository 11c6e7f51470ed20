import { refusal } from "@/lib/text/messages/refusal";
import { type AddEdit, planEdits } from "../kernel/edit-plan";
import { refuseUnwritable } from "../kernel/encoding";
import { EditRefused, type EntryEdit, type FormatOptions, type ParsedFile, type Patch } from "../kernel/format";
import { lineEnding, PatchList, placeInOrder } from "../kernel/splice";
import {
  clearFuzzy,
  composeMessage,
  linesAbove,
  type NewMessage,
  type PoLayout,
  readFlags,
  setFuzzy,
  setStrings,
  wrapStyle,
} from "./fields";
import type { PoFile, PoMessages } from "./file";
import { composeHeader, patchHeader, wantedFields } from "./header";
import { declaredCharset, isHeader, messageId, messageKey } from "./identity";
import { type PoMessage, scanMessages } from "./tokens";
import { wrapField } from "./wrap";

/** Removes runs of messages, each with the blank lines before it (behind it at the start of the file). */
export function removeMessages(
  patches: PatchList,
  text: string,
  messages: readonly PoMessage[],
  gone: ReadonlySet<PoMessage>,
): void {
  for (let i = 0; i < messages.length; i++) {
    if (!gone.has(messages[i]!)) continue;
    const from = i;
    const first = messages[i]!;
    while (i + 1 < messages.length && gone.has(messages[i + 1]!)) i++;
    const last = messages[i]!;
    const before = messages[from - 1];
    if (before && text.slice(before.end, first.start).trim() === "") {
      const open = last.end === text.length && !text.endsWith("\n");
      const start = open
        ? before.end - (/\r?\n$/.exec(text.slice(before.start, before.end))?.[0].length ?? 0)
        : before.end;
      patches.replace(start, last.end, "");
    } else {
      patches.replace(first.start, messages[i + 1]?.start ?? last.end, "");
    }
  }
}

/** The message an added string becomes. A key of the base takes the base's own context, id and plural. */
function newMessage(
  add: AddEdit,
  forms: number,
  fromBase: PoMessage | undefined,
  monolingual: boolean,
  fromTemplate?: Pick<NewMessage, "comments" | "flags">,
): NewMessage {
  const targets = Array.from({ length: add.plural ? forms : 1 }, (_, form) => add.targets[form] ?? "");
  const fuzzy = add.state === "needs-editing" && targets.some((target) => target !== "");
  const flags = [fuzzy ? "fuzzy" : "", fromTemplate?.flags ?? add.flags ?? ""].filter((flag) => flag !== "").join(", ");
  const common = { note: add.note ?? "", comments: fromTemplate?.comments, flags, targets };
  if (!monolingual) {
    const [id = "", plural] = add.sources;
    if (add.plural && !plural) throw new EditRefused(refusal("writePluralSource", { name: id }));
    return { ...common, context: add.context || undefined, id, plural: add.plural ? plural : undefined };
  }
  if (fromBase) {
    const plural = fromBase.plural?.value ?? (add.plural ? pluralKey(fromBase.id.value) : undefined);
    const wide =
      plural === undefined ? [targets[0] ?? ""] : targets.length === forms ? targets : padded(add.targets, forms);
    return { ...common, targets: wide, context: fromBase.context?.value, id: fromBase.id.value, plural };
  }
  return { ...common, context: undefined, id: add.context, plural: add.plural ? pluralKey(add.context) : undefined };
}

const padded = (targets: readonly string[], forms: number): string[] =>
  Array.from({ length: forms }, (_, form) => targets[form] ?? "");

/** Name of the plural beside a key: `x_plural`, in capitals for a key in capitals. */
function pluralKey(key: string): string {
  const stem = key.replace(/_singular$/i, "");
  return stem + (stem === stem.toUpperCase() && stem !== stem.toLowerCase() ? "_PLURAL" : "_plural");
}

/** What the template of a language's file says of its messages. */
class Template {
  private readonly messages: Map<string, PoMessage>;

  constructor(
    private readonly text: string,
    private readonly options: FormatOptions,
  ) {
    const live = scanMessages(text).filter((message) => !message.obsolete && !isHeader(message));
    this.messages = new Map(live.map((message) => [messageId(message.context?.value, message.id.value), message]));
  }

  get order(): string[] {
    return [...this.messages.keys()];
  }

  find(id: string): Pick<NewMessage, "comments" | "flags"> | undefined {
    const message = this.messages.get(id);
    if (!message) return undefined;
    const places = this.options.params.po_no_location !== true;
    const comments = linesAbove(this.text, message).filter(
      (line) => !/^#[,|~]/.test(line) && (places || !line.startsWith("#:")),
    );
    return { comments, flags: readFlags(this.text, message).flags };
  }
}

/** Puts new messages in: after their neighbour in base order, else after the last live message. */
class Inserter {
  private readonly live: PoMessage[];

  constructor(
    private readonly patches: PatchList,
    private readonly text: string,
    private readonly internal: PoMessages,
    private readonly layout: PoLayout,
  ) {
    this.live = internal.messages.filter((message) => !message.obsolete);
  }

  put(message: NewMessage, after: PoMessage | null | undefined): void {
    const { eol } = this.layout;
    const body = composeMessage(message, this.layout);
    const anchor = after === null ? this.internal.header : (after ?? this.live.at(-1));
    if (anchor) {
      const closed = this.text[anchor.end - 1] === "\n";
      this.patches.insert(anchor.end, closed ? eol + body + eol : eol + eol + body);
      return;
    }
    const next = this.internal.messages[0];
    if (next) {
      this.patches.insert(next.start, body + eol + eol);
      return;
    }
    const gap = this.text.replace("\ufeff", "").trim() === "" ? "" : eol;
    this.patches.insert(this.text.length, gap + body + eol);
  }
}

function addMessages(
  patches: PatchList,
  text: string,
  internal: PoMessages,
  adds: readonly AddEdit[],
  context: { options: FormatOptions; forms: number; monolingual: boolean; layout: PoLayout; gone: Set<PoMessage> },
): void {
  const { options, forms, monolingual, layout, gone } = context;
  const baseMessages =
    monolingual && options.base !== undefined ? scanMessages(options.base).filter((m) => !m.obsolete) : [];
  const base = new Map<string, PoMessage>();
  for (const message of baseMessages) base.set(messageKey(message.context?.value, message.id.value), message);
  const template = monolingual || options.template === undefined ? undefined : new Template(options.template, options);
  const fresh = new Map<string, NewMessage>();
  for (const add of adds) {
    const known = template?.find(messageId(add.context || undefined, add.sources[0] ?? ""));
    const message = newMessage(add, forms, base.get(add.context), monolingual, known);
    const id = messageId(message.context, message.id);
    if (id === "") throw new EditRefused(refusal("writeHeader"));
    const old = internal.live.get(id);
    if ((old && !gone.has(old)) || fresh.has(id)) throw new EditRefused(refusal("writeThere", { name: message.id }));
    fresh.set(id, message);
  }
  for (const message of internal.messages) {
    if (message.obsolete && fresh.has(messageId(message.context?.value, message.id.value))) gone.add(message);
  }
  const order = template?.order ?? [...base.values()].map((m) => messageId(m.context?.value, m.id.value));
  const staying = new Set([...internal.live].filter(([, message]) => !gone.has(message)).map(([id]) => id));
  const places = placeInOrder(order, staying, [...fresh.keys()]);
  const inserter = new Inserter(patches, text, internal, layout);
  for (const [id, place] of places) {
    inserter.put(fresh.get(id)!, typeof place === "string" ? internal.live.get(place) : place);
  }
}

/** Brings the header up to date, or writes one into a file that has none. */
function editHeader(
  patches: PatchList,
  text: string,
  header: PoMessage | undefined,
  edit: NonNullable<ReturnType<typeof planEdits>["header"]>,
  context: { options: FormatOptions; layout: PoLayout; empty: boolean },
): void {
  const { options, layout } = context;
  const wanted = wantedFields(edit, header?.strings[0]?.value ?? "", options);
  for (const value of wanted.values()) refuseUnwritable(value, declaredCharset(text));
  if (header) {
    if (readFlags(text, header).fuzzy) clearFuzzy(patches, text, header);
    patchHeader(patches, text, header, wanted, layout);
    return;
  }
  const lines = ['msgid ""', ...wrapField("msgstr", composeHeader(wanted), layout.style), ""];
  if (!context.empty) lines.push("");
  patches.insert(text.startsWith("\ufeff") ? 1 : 0, lines.join(layout.eol));
}

/** Patches of a PO file, see `FileFormat.edit`. */
export function editFile(
  text: string,
  file: ParsedFile<PoFile>,
  edits: EntryEdit[],
  options: FormatOptions,
  monolingual: boolean,
): Patch[] {
  const plan = planEdits(file, edits, { states: ["needs-editing"], charset: declaredCharset(text) });
  const own = file.internal;
  if (!plan.sets.length && !plan.adds.length && !plan.removes.size && !plan.header) return [];
  const layout: PoLayout = { style: wrapStyle(text, own.tellingFields(), options.params), eol: lineEnding(text) };
  const patches = new PatchList(text);
  if (plan.header) {
    const empty = own.isEmpty() && plan.adds.length === 0;
    editHeader(patches, text, own.header, plan.header, { options, layout, empty });
  }
  for (const { entry, targets, state } of plan.sets) {
    const message = own.message(entry.id);
    const { flags, fuzzy } = readFlags(text, message);
    setStrings(patches, message, targets, flags, layout);
    if (state === "read-only") continue;
    if (state === "needs-editing" && !fuzzy) setFuzzy(patches, text, message, layout.eol);
    if (state !== "needs-editing" && fuzzy) clearFuzzy(patches, text, message);
  }
  if (!plan.adds.length && !plan.removes.size) return patches.finish();
  const internal = own.messages();
  const gone = new Set([...plan.removes].map((entry) => internal.live.get(entry.id)!));
  if (plan.adds.length) {
    const forms = own.declared ?? Math.max(1, options.plural.number);
    addMessages(patches, text, internal, plan.adds, { options, forms, monolingual, layout, gone });
  }
  removeMessages(patches, text, internal.messages, gone);
  return patches.finish();
}
