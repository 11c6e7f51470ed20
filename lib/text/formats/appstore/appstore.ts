import { refusal } from "@/lib/text/messages/refusal";
import { sentenceOf } from "@/lib/text/messages/worded";
import { type AddEdit, type EditPlan, planEdits } from "../kernel/edit-plan";
import { decodeUtf8, encodeUtf8, storable } from "../kernel/encoding";
import {
  EditRefused,
  type Entry,
  type EntryEdit,
  type FileFormat,
  FormatError,
  type FormatOptions,
  type ParsedFile,
  type Patch,
} from "../kernel/format";
import { LazyStrings, type StringScan } from "../kernel/lazy-strings";
import { lineEnding, PatchList } from "../kernel/splice";
import { openZip, readMember, zipOf } from "../kernel/zip";
import { type Part, partAt, partsOf } from "../kernel/zip-container";

/**
 * Texts of an application store: a folder for each language, a text file for each string. The folder passes as a
 * container of its files, and its text is theirs one after the other, each behind a mark with its name.
 */

/** Lengths that the stores take, by the name of the file without its ending. */
const LONGEST: Readonly<Record<string, number>> = {
  title: 30,
  name: 30,
  short_description: 80,
  "short-description": 80,
  summary: 80,
  subtitle: 80,
  full_description: 4000,
  "full-description": 4000,
  description: 4000,
  keywords: 100,
};
/** Length of an address, and of a note about one version. */
const ADDRESS = 256;
const NOTE = 500;
/** The order that a store shows them in; what is not named comes behind, and notes about versions last. */
const ORDER = Object.keys(LONGEST);

/** All files of one folder together, in bytes, and each of them. */
const LARGEST = 50_000_000;
const LARGEST_FILE = 2_000_000;
const MOST = 5000;

const NAME = /^(?:[^/\\?<>\0-\x1f\x7f]{1,100}\/){0,2}[^/\\?<>\0-\x1f\x7f]{1,100}\.txt$/;
/** Folders that stand beside those of the languages and are none. */
const ASIDE = new Set(["review_information", "trade_representative_contact_information", "default"]);

const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Where a file stands among the others: known names first, then others, then notes about versions. */
interface Rank {
  member: Member;
  place: number;
  /** Of a note its version, when that is a number. */
  version: number;
}

/** Files as a store shows them, of notes the newest first, and the others by name. */
const ranked = (members: readonly Member[]): Member[] =>
  members
    .map(rankOf)
    .sort((a, b) => a.place - b.place || b.version - a.version || byName(a.member.name, b.member.name))
    .map(({ member }) => member);

/** One file within the text. */
interface Member {
  name: string;
  /** Start of its mark, of what it says behind a byte order mark, and its end. */
  mark: number;
  start: number;
  end: number;
}

const BOM = "\ufeff";

const memberOf = (text: string, { name, start, end }: Part, mark: number): Member => ({
  name,
  mark,
  start: text[start] === BOM ? start + 1 : start,
  end,
});

const eolOf = (text: string): string => (lineEnding(text) === "\r\n" ? "\r\n" : "\n");

const isBlank = (char: string | undefined): boolean => char === " " || char === "\t" || char === "\n" || char === "\r";

const keyOf = (name: string): string => `${name}:1`;

/** Files that are looked for one by one; of more of them it is quicker to read all. */
const FEW = 8;

const walkOf =
  (text: string): StringScan<Member> =>
  (only, found, warnings) => {
    const { members, twice } =
      only && only.size <= FEW ? { members: fewMembers(text, only), twice: [] } : membersOf(text);
    for (const { name, mark } of twice)
      warnings.add(`“${name}” appears twice in the folder; only the first is used.`, mark, name);
    for (const member of ranked(only ? members.filter(({ name }) => only.has(keyOf(name))) : members))
      found.add(entryOf(text, member), member);
  };

/** Texts of an application store, as fastlane and F-Droid keep them. */
export const appstore: FileFormat<LazyStrings<Member>> = {
  id: "appstore",
  name: "App store metadata files",
  masks: ["title.txt", "short_description.txt", "full_description.txt"],
  extension: "zip",
  kind: "monolingual",
  codeStyle: "googleplay",
  mimeType: "application/zip",
  plurals: false,
  canAdd: false,
  canRemove: true,
  canEditBase: true,
  folder: { holds: holdsText, aside: ASIDE, most: MOST, largest: LARGEST },
  decode,
  encode,
  parse,
  edit,
  create: () => "",
};

/** Whether a name below a folder is that of a text; others stay as they are. */
function holdsText(name: string): boolean {
  return NAME.test(name) && !/(?:^|\/)(?:\.{1,2}|\.git)(?:\/|$)/i.test(name);
}

/** Version that a file is a note about; undefined for other files. */
function versionOf(name: string): string | undefined {
  return /(?:^|\/)(?:changelogs|antifeatures)\/(.+)\.txt$/.exec(name)?.[1];
}

function flagsOf(name: string): string {
  if (versionOf(name) !== undefined) return `max-length:${NOTE}`;
  const stem = name.slice(name.lastIndexOf("/") + 1, -4);
  if (stem === "video" || stem.endsWith("_url")) return `max-length:${ADDRESS}, url`;
  const longest = Object.hasOwn(LONGEST, stem) ? LONGEST[stem] : undefined;
  return longest === undefined ? "" : `max-length:${longest}`;
}

function rankOf(member: Member): Rank {
  const version = versionOf(member.name);
  if (version !== undefined)
    return { member, place: ORDER.length + 1, version: /^\d{1,15}$/.test(version) ? Number(version) : -1 };
  const found = ORDER.indexOf(member.name.slice(0, -4));
  return { member, place: found < 0 ? ORDER.length : found, version: 0 };
}

/** Files of a text, in its order; one that stands twice counts once. */
function membersOf(text: string): { members: Member[]; twice: Member[] } {
  const members: Member[] = [];
  const twice: Member[] = [];
  const seen = new Set<string>();
  let mark = 0;
  for (const part of partsOf(text)) {
    const { name } = part;
    const member = memberOf(text, part, mark);
    mark = part.end;
    if (seen.has(name)) twice.push(member);
    else if (holdsText(name)) members.push(member);
    seen.add(name);
  }
  return { members, twice };
}

/** What a file says, without the blanks around it. */
function textOf(text: string, { start, end }: Member): string {
  let [from, to] = [start, end];
  while (from < to && isBlank(text[from])) from++;
  while (to > from && isBlank(text[to - 1])) to--;
  return storable(text.slice(from, to).replaceAll("\r\n", "\n"));
}

function decode(bytes: Uint8Array): string {
  const zip = openZip(bytes);
  const names = [...zip.members.keys()].filter(holdsText);
  const size = names.reduce((sum, name) => sum + zip.members.get(name)!.size, 0);
  if (names.length > MOST || size > LARGEST)
    throw new FormatError(refusal("readFolderLarge", { count: MOST, most: LARGEST / 1_000_000 }), 1, 1);
  let text = "";
  for (const name of names) {
    if (zip.members.get(name)!.size > LARGEST_FILE)
      throw new FormatError(refusal("readMemberLarge", { name, most: LARGEST_FILE / 1_000_000 }), 1, 1);
    const part = decodeMember(name, readMember(zip, name)!);
    // A mark of the first member stands at the start of the text, as in any other file.
    const mark = text === "" && part.startsWith(BOM) ? BOM : "";
    text += `${mark}<?member ${name}?>${part.slice(mark.length)}`;
  }
  return text;
}

function decodeMember(name: string, bytes: Uint8Array): string {
  let text: string;
  try {
    text = decodeUtf8(bytes);
  } catch (error) {
    if (error instanceof FormatError)
      throw new FormatError(refusal("readMember", { name, why: sentenceOf(error) }), error.line, error.column);
    throw error;
  }
  if (text.includes("<?member "))
    throw new FormatError(refusal("readMemberReserved", { name, mark: "<?member" }), 1, 1);
  return text;
}

function encode(text: string, before?: Uint8Array): Uint8Array {
  const mark = text.startsWith(BOM) ? BOM : "";
  const parts = partsOf(text).map(
    ({ name, start, end }, index) => [name, encodeUtf8((index === 0 ? mark : "") + text.slice(start, end))] as const,
  );
  const made = zipOf(new Map(parts));
  return before && isSame(before, text) ? before : made;
}

/** Whether bytes are read as the text already, whoever packed them. */
function isSame(bytes: Uint8Array, text: string): boolean {
  try {
    return decode(bytes) === text;
  } catch {
    return false;
  }
}

function entryOf(text: string, member: Member): Entry {
  const value = [textOf(text, member)];
  const id = keyOf(member.name);
  return {
    id,
    context: id,
    sources: value,
    targets: value,
    plural: false,
    state: value[0] === "" ? "empty" : "translated",
    note: "",
    location: id,
    flags: flagsOf(member.name),
    previousSource: "",
    span: { start: member.mark, end: member.end },
  };
}

/** The files of some strings, without reading the others. */
function fewMembers(text: string, ids: ReadonlySet<string>): Member[] {
  const found: Member[] = [];
  for (const id of ids) {
    const name = id.slice(0, -2);
    const part = id === keyOf(name) && holdsText(name) ? partAt(text, name) : undefined;
    if (part) found.push(memberOf(text, part, part.mark));
  }
  return found;
}

function parse(text: string): ParsedFile<LazyStrings<Member>> {
  if (!/^\ufeff?(?:<\?member |$)/.test(text)) throw new FormatError(refusal("readFolderEmpty"), 1, 1);
  const strings = new LazyStrings(text, walkOf(text));
  return strings.file({ language: "" }, strings, ({ context }) => context);
}

/** What a file holds that says a text. @throws EditRefused */
function contentOf(value: string, eol: string): string {
  if (value === "") return "";
  if (/\r|^[\ufeff \t\n]|<\?member /.test(value) || isBlank(value.at(-1)))
    throw new EditRefused(refusal("writeStoreText"));
  return value.replaceAll("\n", eol) + eol;
}

/** Name of the file of an added string, which the base folder has to have. */
function addedName({ context }: AddEdit, options: FormatOptions, known: ReadonlySet<string>): string {
  const name = context.endsWith(":1") ? context.slice(0, -2) : "";
  const inBase = options.base !== undefined && membersOf(options.base).members.some((member) => member.name === name);
  if (!inBase || !holdsText(name)) throw new EditRefused(refusal("writeStoreAdd"));
  if (known.has(name)) throw new EditRefused(refusal("writeThereFolder", { name: context }));
  return name;
}

function edit(
  text: string,
  file: ParsedFile<LazyStrings<Member>>,
  edits: EntryEdit[],
  options: FormatOptions,
): Patch[] {
  const plan = planEdits(file, edits, { states: [] });
  const strings = file.internal;
  const patches = new PatchList(text);
  for (const { entry, targets } of plan.sets) {
    const member = strings.item(entry.id)!;
    const own = text.slice(member.start, member.end);
    const content = contentOf(targets[0] ?? "", eolOf(own.includes("\n") ? own : text));
    patches.replace(member.start, member.end, content);
  }
  for (const entry of plan.removes) patches.replace(entry.span.start, entry.span.end, "");
  if (plan.adds.length > 0) addFiles(text, plan, patches, options);
  return patches.finish();
}

function addFiles(text: string, plan: EditPlan, patches: PatchList, options: FormatOptions): void {
  const { members } = membersOf(text);
  const known = new Set(members.map(({ name }) => name));
  let ahead = "";
  for (const add of [...plan.adds].sort((a, b) => byName(a.context, b.context))) {
    const name = addedName(add, options, known);
    known.add(name);
    const whole = `<?member ${name}?>${contentOf(add.targets[0] ?? "", eolOf(text))}`;
    const next = members.find((member) => member.name > name);
    if (next && next === members[0]) ahead += whole;
    else patches.insert(next ? next.mark : text.length, whole);
  }
  const [first] = members;
  const stays = first && text.startsWith(BOM) && ![...plan.removes].some(({ span }) => span.start === 0);
  // The byte order mark of the first file goes with it when another file comes before.
  if (ahead !== "" && stays) patches.replace(0, first.start, `${ahead}<?member ${first.name}?>${BOM}`);
  else patches.insert(first?.mark ?? 0, ahead);
}
