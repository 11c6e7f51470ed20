import { refusal } from "@/lib/text/messages/refusal";
import { type AddEdit, type PlannedSet, planEdits } from "../kernel/edit-plan";
import {
  applyPatches,
  EditRefused,
  type EntryEdit,
  type EntryState,
  type FileFormat,
  type FormatOptions,
  type ParsedFile,
  type Patch,
} from "../kernel/format";
import { pairId } from "../kernel/pair-id";
import { attributeValue, childrenOf, XmlEditor } from "../kernel/xml/edit";
import { decodeXml, encodeXml, xmlCharset } from "../kernel/xml/encoding";
import { closingTags } from "../kernel/xml/reformat";
import { attributeOf } from "../kernel/xml/scanner";
import type { XmlElement } from "../kernel/xml/tree";
import { contextName, parseTs, type TsDialect, type TsInternal, type TsItem, tsText } from "./read";

/** Characters that XML has no way to hold, except as `<byte>`; and unusual blanks, which Linguist writes as references. */
const CONTROL = /[\x01-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;
const SPECIAL = /["'\u00a0\u007f-\u009f\u2028\u2029]/g;

class TsEditor {
  readonly xml: XmlEditor;
  private readonly internal: TsInternal;

  constructor(
    private readonly text: string,
    file: ParsedFile<TsInternal>,
    private readonly options: FormatOptions,
    private readonly dialect: TsDialect,
  ) {
    this.xml = new XmlEditor(text, options.params);
    this.internal = file.internal;
  }

  set({ entry, targets, state }: PlannedSet): void {
    const item = this.internal.strings.item(entry.id)!;
    const { translation } = item;
    if (!translation) {
      const lead = this.xml.childLead(item.message, item.context);
      this.xml.append(item.message, this.translation(item.numerus, targets, state, lead), item.context);
      return;
    }
    if (item.numerus) this.setForms(item, translation, targets);
    else if (tsText(this.text, translation) !== targets[0])
      this.xml.fill(translation, writeText(this.xml, targets[0] ?? ""));
    if (state === "needs-editing" || state === "empty") this.xml.attribute(translation, "type", "unfinished");
    else if (attributeValue(translation, "type") === "unfinished") this.xml.attribute(translation, "type", undefined);
  }

  private setForms(item: TsItem, translation: XmlElement, targets: readonly string[]): void {
    const forms = childrenOf(translation, "numerusform");
    if (forms.length === 0) {
      const own = this.xml.lead(item.message, translation);
      this.xml.fill(translation, this.forms(targets, own));
      return;
    }
    targets.forEach((target, form) => {
      const element = forms[form];
      if (!element)
        this.xml.append(translation, `<numerusform>${writeText(this.xml, target)}</numerusform>`, item.message);
      else if (tsText(this.text, element) !== target) this.xml.fill(element, writeText(this.xml, target));
    });
  }

  private forms(targets: readonly string[], own: string): string {
    const inner = own + (/[\r\n]/.test(own) ? "    " : "");
    return targets.map((target) => `${inner}<numerusform>${writeText(this.xml, target)}</numerusform>`).join("") + own;
  }

  private translation(numerus: boolean, targets: readonly string[], state: EntryState, lead: string): string {
    const open = state === "needs-editing" || state === "empty" ? '<translation type="unfinished">' : "<translation>";
    return `${open}${numerus ? this.forms(targets, lead) : writeText(this.xml, targets[0] ?? "")}</translation>`;
  }

  /** Takes messages away, and the contexts that are left without any. */
  remove(gone: readonly TsItem[]): void {
    const messages = new Set(gone.map((item) => item.message));
    const left = new Set<XmlElement>();
    for (const { message, context } of gone) {
      const empties =
        context !== this.internal.root && childrenOf(context, "message").every((other) => messages.has(other));
      if (!empties) this.xml.remove(message, context);
      else if (!left.has(context)) this.xml.remove(context, this.internal.root);
      if (empties) left.add(context);
    }
  }

  add(adds: readonly AddEdit[], gone: ReadonlySet<string>): void {
    const fresh = new Map<string, AddEdit>();
    for (const add of adds) {
      const source = add.sources[0] ?? "";
      if (source === "") throw new EditRefused(refusal("writeSource"));
      if (add.plural) throw new EditRefused(refusal("writePluralCode"));
      const id = pairId(add.context, source);
      if (fresh.has(id) || (this.internal.strings.items().has(id) && !gone.has(id)))
        throw new EditRefused(refusal("writeThere", { name: source }));
      fresh.set(id, add);
    }
    for (const add of fresh.values()) this.place(add);
  }

  private place(add: AddEdit): void {
    const [name = "", ...comment] = add.context.split("\n");
    const { root } = this.internal;
    const contexts = this.internal.contexts();
    const home = contexts.find((context) => contextName(this.text, context) === name);
    if (home) {
      const lead = this.xml.childLead(home, root);
      this.xml.append(home, this.compose(add, comment.join("\n"), lead), root);
      return;
    }
    const lead = this.xml.childLead(root);
    const sample = contexts[0];
    const inner = sample ? this.xml.childLead(sample, root) : `${lead}    `;
    const message = this.compose(add, comment.join("\n"), inner);
    this.xml.append(
      root,
      `<context>${inner}<name>${writeText(this.xml, name)}</name>${inner}${message}${lead}</context>`,
    );
  }

  private compose(add: AddEdit, comment: string, lead: string): string {
    const inner = `${lead}    `;
    const part = (name: string, text: string): string =>
      text === "" ? "" : `${inner}<${name}>${writeText(this.xml, text)}</${name}>`;
    const state = (add.targets[0] ?? "") === "" ? "empty" : add.state;
    const note = this.dialect.old ? "" : part("extracomment", add.note ?? "");
    return `<message>${part("source", add.sources[0] ?? "")}${part("comment", comment)}${note}${inner}${this.translation(false, [add.targets[0] ?? ""], state, inner)}${lead}</message>`;
  }

  /** Every message without a text, in as many forms as the language has. */
  empty(): void {
    const { root, strings } = this.internal;
    if (!this.dialect.old || attributeOf(root, "language"))
      this.xml.attribute(root, "language", this.options.languageCode);
    const none = Array.from({ length: Math.max(1, this.options.plural.number) }, () => "");
    for (const { message, translation, numerus } of strings.items().values()) {
      if (!translation) continue;
      this.xml.attribute(translation, "type", "unfinished");
      this.xml.fill(translation, numerus ? this.forms(none, this.xml.lead(message, translation)) : "");
    }
  }
}

/** Elements of a message that hold texts. */
const TEXTS = [
  ...["source", "oldsource", "translation", "numerusform", "lengthvariant"],
  ...["comment", "oldcomment", "extracomment", "translatorcomment"],
];

/** Qt Linguist files of Qt 2 and later, and of Qt 1. */
export const tsFormats = [
  variant("ts", "Qt Linguist translation file", { old: false }),
  variant("ts1", "Qt Linguist translation file (Qt 1)", { old: true }),
];

/** Text as Linguist writes it. */
function writeText(xml: XmlEditor, text: string): string {
  return text
    .split(new RegExp(`(${CONTROL.source})`))
    .map((part) =>
      CONTROL.test(part)
        ? `<byte value="x${part.charCodeAt(0).toString(16)}"/>`
        : xml.escape(part).replaceAll("&gt;", ">").replaceAll(">", "&gt;").replace(SPECIAL, reference),
    )
    .join("");
}

function reference(char: string): string {
  if (char === '"') return "&quot;";
  return char === "'" ? "&apos;" : `&#x${char.charCodeAt(0).toString(16)};`;
}

function edit(
  text: string,
  file: ParsedFile<TsInternal>,
  edits: EntryEdit[],
  options: FormatOptions,
  dialect: TsDialect,
): Patch[] {
  const plan = planEdits(file, edits, { states: ["needs-editing"], charset: xmlCharset(text) });
  if (!plan.sets.length && !plan.adds.length && !plan.removes.size) return [];
  const editor = new TsEditor(text, file, options, dialect);
  for (const set of plan.sets) editor.set(set);
  const { strings } = file.internal;
  editor.remove([...plan.removes].map((entry) => strings.item(entry.id)!));
  if (plan.adds.length) editor.add(plan.adds, new Set([...plan.removes].map((entry) => entry.id)));
  return editor.xml.finish();
}

function create(base: string | undefined, options: FormatOptions, dialect: TsDialect): string | undefined {
  if (base === undefined) return undefined;
  const plain = { ...options, base: undefined, isTemplate: false };
  const file = parseTs(base, plain, dialect);
  const editor = new TsEditor(base, file, options, dialect);
  editor.empty();
  return applyPatches(base, editor.xml.finish());
}

function variant(id: string, name: string, dialect: TsDialect): FileFormat<TsInternal> {
  return {
    id,
    name,
    masks: ["*.ts"],
    extension: "ts",
    kind: "both",
    codeStyle: "posix",
    mimeType: "text/vnd.trolltech.linguist",
    plurals: !dialect.old,
    states: ["needs-editing"],
    canAdd: true,
    canRemove: true,
    canEditBase: true,
    decode: decodeXml,
    encode: encodeXml,
    parse: (text, options) => parseTs(text, options, dialect),
    edit: (text, file, edits, options) => edit(text, file, edits, options, dialect),
    create: (base, options) => create(base, options, dialect),
    reformat: closingTags(TEXTS),
  };
}
