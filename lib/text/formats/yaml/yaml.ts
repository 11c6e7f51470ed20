import { refusal } from "@/lib/text/messages/refusal";
import { type AddEdit, planEdits } from "../kernel/edit-plan";
import { decodeUtf8, encodeUtf8 } from "../kernel/encoding";
import {
  applyPatches,
  EditRefused,
  type Entry,
  type EntryEdit,
  type FileFormat,
  FormatError,
  type FormatOptions,
  type ParsedFile,
  type Patch,
} from "../kernel/format";
import { categoriesOf } from "../kernel/quantities";
import { lineEnding, PatchList } from "../kernel/splice";
import type { YamlNode, YamlPair, YamlText } from "../kernel/yaml/nodes";
import { rewriteYaml, type YamlHabits, yamlHabits, yamlScalar } from "../kernel/yaml/text";
import { readYaml } from "../kernel/yaml/tree";
import type { YamlPath } from "./at-path";
import { YamlSurgery } from "./edit";
import { reformatYaml } from "./reformat";
import { contextOf, YamlFile, type YamlString } from "./strings";

/** Puts texts into the forms of a string; a missing form is added when it has a text, or when `all` asks. */
function setForms(
  text: string,
  { forms, path }: YamlString,
  targets: readonly string[],
  patches: PatchList,
  { surgery, habits }: { surgery: () => YamlSurgery; habits: () => YamlHabits },
  all = false,
): void {
  const eol = lineEnding(text);
  forms.forEach(({ path: place, node, flow, shown }, at) => {
    const target = targets[at] ?? "";
    if (node) {
      if (node.value === target) return;
      patches.replace(
        node.start,
        node.end,
        rewriteYaml(node, text.slice(node.start, node.end), target, flow, eol, habits),
      );
    } else if (shown && target === shown.value) {
      return;
    } else if (shown && target === "") {
      patches.replace(
        shown.start,
        shown.end,
        rewriteYaml(shown, text.slice(shown.start, shown.end), "", flow, eol, habits),
      );
    } else if (target !== "" || all) {
      const before = forms
        .slice(0, at)
        .findLast((form) => form.node)
        ?.path.at(-1);
      surgery().add(place, target, contextOf(path), before === undefined ? undefined : String(before));
    }
  });
}

/** Texts that tell how a file is written. */
const LOOKED_AT = 2000;

function habitsOf(file: YamlFile): YamlHabits {
  const nodes: YamlText[] = [];
  for (const { forms } of file.strings.items().values()) {
    for (const { node } of forms) if (node) nodes.push(node);
    if (nodes.length >= LOOKED_AT) break;
  }
  return yamlHabits(nodes);
}

function edit(
  text: string,
  file: ParsedFile<YamlFile>,
  edits: EntryEdit[],
  options: FormatOptions,
  ruby: boolean,
): Patch[] {
  const plan = planEdits(file, edits, { states: [] });
  const yaml = file.internal;
  const patches = new PatchList(text);
  const asksBase = plan.adds.length > 0 || options.fillGaps;
  const base = asksBase && options.base !== undefined ? new YamlFile(options.base, options, ruby) : undefined;
  let surgery: YamlSurgery | undefined;
  const operate = (): YamlSurgery => {
    surgery ??= new YamlSurgery(text, yaml.root, options, base && twinOf(base, yaml.language()));
    return surgery;
  };
  let habits: YamlHabits | undefined;
  const ways = {
    surgery: operate,
    habits: () => {
      habits ??= habitsOf(yaml);
      return habits;
    },
  };
  const placeOf = (entry: Entry): YamlString => yaml.strings.item(entry.id)!;
  for (const { entry, targets } of plan.sets) setForms(text, placeOf(entry), targets, patches, ways);
  for (const entry of plan.removes) operate().remove(placeOf(entry).path);
  if (plan.adds.length) {
    // First of all, since it needs the trees, which are not kept behind the strings.
    const work = operate();
    const language = yaml.language()?.key;
    const strings = base ? [...base.strings.items().values()] : [];
    const known = new Map(strings.map(({ path }) => [contextOf(ruby ? path.slice(1) : path), path]));
    for (const add of plan.adds) addString(add, known, options, ruby, language, work);
  }
  surgery?.finish(patches);
  const finished = patches.finish();
  if (surgery && finished.length > 0) refuseBroken(applyPatches(text, finished));
  return finished;
}

/** What stands around a new or removed key can be of a kind that does not bear it, such as a tag or a key of marks. */
function refuseBroken(text: string): void {
  try {
    readYaml(text);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new EditRefused(refusal("writeYamlNeighbours"));
  }
}

/** The root of a base as if its language were that of the file. */
function twinOf(base: YamlFile, language: YamlPair | undefined): YamlNode | undefined {
  const own = base.language();
  return own && language ? underKey(base.root, language.key, own) : base.root;
}

/** The root of a base as if its language were this one. */
function underKey(root: YamlNode | undefined, key: string, language: YamlPair): YamlNode | undefined {
  return root?.kind === "map" ? { ...root, pairs: [{ ...language, key }] } : root;
}

function addString(
  add: AddEdit,
  known: ReadonlyMap<string, YamlPath>,
  options: FormatOptions,
  ruby: boolean,
  language: string | undefined,
  surgery: YamlSurgery,
): void {
  if (add.context === "") throw new EditRefused(refusal("writeKey"));
  if (add.plural && !ruby) throw new EditRefused(refusal("writePlural", { name: add.context }));
  const there = known.get(add.context);
  const steps = there ? there.slice(ruby ? 1 : 0) : add.context.split("->").map(stepOf);
  if (steps.length > 90) throw new EditRefused(refusal("writeKeyDeep", { key: add.context.slice(0, 60) }));
  const path = ruby ? [language ?? options.languageCode, ...steps] : steps;
  const forms = add.plural
    ? new Map(categoriesOf(options.plural).map((category, at) => [category, add.targets[at] ?? ""]))
    : (add.targets[0] ?? "");
  surgery.add(path, forms, add.context);
}

const stepOf = (part: string): string | number => (/^\[\d{1,5}\]$/.test(part) ? Number(part.slice(1, -1)) : part);

/** The base with every text emptied, under the new language; an empty file without a base. */
function create(base: string | undefined, options: FormatOptions, ruby: boolean): string {
  if (base === undefined) return "{}\n";
  const file = new YamlFile(base, { ...options, base: undefined }, ruby);
  const language = file.language();
  const patches = new PatchList(base);
  const surgery = new YamlSurgery(base, file.root, options, undefined);
  for (const string of file.strings.items().values()) {
    const none = string.forms.map(() => "");
    setForms(
      base,
      string,
      none,
      patches,
      { surgery: () => surgery, habits: () => habitsOf(file) },
      ruby && string.forms[0]?.path !== string.path,
    );
    if (string.forms.some((form) => form.node)) for (const path of string.foreign) surgery.remove(path);
  }
  if (language) patches.replace(language.keyStart, language.keyEnd, yamlScalar(options.languageCode, false));
  surgery.finish(patches);
  return applyPatches(base, patches.finish());
}

function variant(id: string, name: string, ruby: boolean): FileFormat<YamlFile> {
  return {
    id,
    name,
    masks: ["*.yml", "*.yaml"],
    extension: "yml",
    kind: ruby ? "monolingual" : "both",
    codeStyle: "posix",
    mimeType: "application/yaml",
    plurals: ruby,
    canAdd: true,
    canRemove: true,
    canEditBase: true,
    startsEmpty: true,
    decode: decodeUtf8,
    encode: encodeUtf8,
    parse: (text, options) => new YamlFile(text, options, ruby).parsed(),
    edit: (text, file, edits, options) => edit(text, file, edits, options, ruby),
    create: (base, options) => create(base, options, ruby),
    reformat: reformatYaml,
  };
}

/** YAML as it is, and with a language at its root and plural forms as Ruby on Rails has it. */
export const yamlFormats = [variant("yaml", "YAML file", false), variant("ruby-yaml", "Ruby YAML file", true)];
