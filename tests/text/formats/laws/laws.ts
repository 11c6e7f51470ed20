import assert from "node:assert/strict";
import {
  applyPatches,
  EditRefused,
  type Entry,
  type EntryEdit,
  type EntryState,
  type FileFormat,
  storedState,
} from "@/lib/text/formats/kernel/format";
import { optionsFor, seeded, spread } from "../samples";
import { freshKey, notesStay } from "../traps/lines";
import { cannotHold, HARD_TEXTS } from "../traps/traps";
import {
  assertFound,
  assertOnlyChanged,
  assertPlace,
  back,
  bare,
  change,
  entriesOf,
  isUtf8,
  type Subject,
  sameEntry,
  setEdit,
} from "./subject";
import { inOtherEncodings, inOtherShapes, readsVariants } from "./variants";

/**
 * The laws that every file of every format is held to, as functions that throw: the tests run them, and so does the
 * command that writes the table of formats.
 */

/** Formats where an emptied string leaves the file. */
const EMPTY_LEAVES = new Set(["aresource", "moko-resource", "cmp-resource"]);
/** Formats that show texts without their inline elements, and so cannot write those back. */
const FLATTENS = new Set(["plainxliff", "apple-xliff", "xliff2"]);
/** Containers, whose changed cells take another shape than the tool's that made them. */
const REWRITES = new Set(["xlsx"]);

function nothingDiffers({ format, sample, text, file, options }: Subject): void {
  assert.deepEqual(format.edit(text, file, [], options), []);
  assert.deepEqual(format.edit(text, file, file.entries.map(back), options), []);
  assert.ok(Buffer.from(format.encode(text, sample.bytes)).equals(Buffer.from(sample.bytes)), "other bytes");
  assert.equal(new Set(file.entries.map((entry) => entry.id)).size, file.entries.length, "an id stands twice");
}

function staysInItsEntry(subject: Subject): void {
  const { format, text, file, options } = subject;
  for (const entry of spread(file.entries, 25)) {
    assertFound(format, text, options, entry);
    const edit = setEdit(entry, "Zcela nový text");
    const patches = format.edit(text, file, [edit], options);
    assert.ok(patches.length > 0, "no patch");
    for (const patch of patches)
      assert.ok(patch.start >= entry.span.start && patch.end <= entry.span.end, `patch outside of ${entry.id}`);
    assertOnlyChanged(file.entries, entriesOf(subject, applyPatches(text, patches)), [edit]);
  }
}

function oldTextOldFile(subject: Subject): void {
  const { format, sample, text, file } = subject;
  const filled = file.entries.filter((entry) => entry.state !== "empty" || !EMPTY_LEAVES.has(format.id));
  const some = spread(filled, 25);
  let same = 0;
  for (const entry of some) {
    const changed = change(subject, text, [setEdit(entry, "Jiný text")], file);
    const restored = change(subject, changed, [back(entry)]);
    if (restored === text) same++;
    else
      entriesOf(subject, restored).forEach((now, index) => {
        assert.deepEqual(now.targets, file.entries[index]?.targets);
      });
  }
  // Files by other tools have entries that are not in the canonical style: other wraps, escapes, missing forms.
  const flattened = REWRITES.has(format.id) || (FLATTENS.has(format.id) && sample.path.includes("inline"));
  assert.ok(same >= (flattened ? 0 : Math.floor(some.length * 0.5)), `only ${same} of ${some.length} came back`);
}

const LOOK: EntryState = "needs-editing";

/** What a text is changed to before it is changed back. */
const DETOURS = {
  marks: [`Řekl: "ano" & 'ne' <b>x</b> # 1`, "translated"],
  lines: ["Jeden\nDva", "translated"],
  nothing: ["", "empty"],
  look: ["Text", LOOK],
} as const satisfies Record<string, readonly [string, EntryState]>;

type Detour = keyof typeof DETOURS;

const QUOTES: readonly Detour[] = ["marks", "lines", "nothing"];
const HEX: readonly Detour[] = ["marks", "lines", "nothing", "look"];

/** After which detours something may be left behind, and why nothing in the file tells what was there. */
const LEFT_BEHIND: Readonly<Record<string, { after: readonly Detour[]; why: string }>> = {
  yaml: { after: QUOTES, why: "a string in other quotes than most of the file" },
  "ruby-yaml": { after: QUOTES, why: "a string in other quotes than most of the file" },
  toml: { after: ["marks", "lines"], why: "a literal string, which cannot hold these" },
  "go-i18n-toml": { after: ["marks", "lines"], why: "a literal string, which cannot hold these" },
  aresource: { after: ["marks"], why: "tags beside a bare & are no markup, and stay none" },
  tbx: { after: ["nothing"], why: "a term leaves with its notes" },
  csv: {
    after: ["marks", "lines", "look"],
    why: "a field in quotes that others lack, and a mark where no row has one",
  },
  "csv-simple": { after: ["marks", "lines"], why: "a field in quotes that others of its column lack" },
  "csv-multi": { after: ["marks", "lines", "nothing"], why: "the same, and a row without a value leaves" },
  plainxliff: { after: ["look"], why: "a target without a state among others that have one" },
  xliff: { after: ["look"], why: "a target without a state among others that have one" },
  poxliff: { after: ["look"], why: "a target without a state among others that have one" },
  xliff2: { after: ["nothing", "look"], why: "a segment with a state among others that have none" },
  "xliff2-placeables": { after: ["nothing", "look"], why: "a segment with a state among others that have none" },
  xcstrings: { after: ["nothing", "look"], why: "a state that Xcode does not know leaves with the text or the mark" },
  stringsdict: { after: ["nothing"], why: "a form leaves with the blank before it" },
  properties: { after: HEX, why: "the only escapes of a file tell how it spells them" },
  gwt: { after: HEX, why: "the only escapes of a file tell how it spells them" },
  appstore: { after: ["nothing"], why: "the only line ends of a text leave with it" },
};

/** The text after a detour and back; undefined where the format refuses the detour. */
function afterDetour(subject: Subject, entry: Entry, [text, state]: readonly [string, EntryState]): string | undefined {
  try {
    return change(subject, change(subject, subject.text, [setEdit(entry, text, state)], subject.file), [back(entry)]);
  } catch (error) {
    isRefused(error, /./);
    return undefined;
  }
}

/** What comes back after a plain text comes back after any other, too. */
function detoursLeaveNothing(subject: Subject): void {
  const { format, text, file } = subject;
  const exceptions = LEFT_BEHIND[format.id.replace(/-(?:utf-?8|iso)$/, "")]?.after ?? [];
  const filled = file.entries.filter((entry) => entry.state !== "empty" && entry.state !== "read-only");
  for (const entry of spread(filled, 12)) {
    if (afterDetour(subject, entry, ["Jiný text", "translated"]) !== text) continue;
    for (const [name, detour] of Object.entries(DETOURS)) {
      if (exceptions.includes(name as Detour)) continue;
      assert.equal(afterDetour(subject, entry, detour) ?? text, text, `${entry.id} after ${name}`);
    }
  }
}

function statesComeBack(subject: Subject): void {
  const { format, text, file, options } = subject;
  const stored = (state: EntryState) => storedState({ states: file.states ?? format.states }, state);
  const open = file.entries.filter((entry) => entry.state !== "read-only");
  for (const entry of spread(open, 8)) {
    let now = text;
    let read = file;
    const set = (edit: EntryEdit): EntryState | undefined => {
      now = change(subject, now, [edit], read);
      read = format.parse(now, options);
      return read.entries.find((other) => other.id === entry.id)?.state;
    };
    for (const state of ["needs-editing", "approved", "needs-editing", "translated"] as const)
      assert.equal(set(setEdit(entry, "Text", state)), stored(state));
    const emptied = set(setEdit(entry, "", "needs-editing"));
    assert.equal(emptied, EMPTY_LEAVES.has(format.id) ? undefined : "empty");
  }
}

const isRefused = (error: unknown, reason: RegExp): boolean => {
  if (!(error instanceof EditRefused)) throw error;
  assert.match(error.reason, reason);
  return true;
};

type Addition = Extract<EntryEdit, { kind: "add" }>;

/** The text with an added string, under no context where the file has no place for one. */
function adding(subject: Subject, text: string, add: Addition): string {
  try {
    return change(subject, text, [add]);
  } catch (error) {
    if (!subject.format.canAdd) throw error;
    isRefused(error, /context/);
    assert.notEqual(subject.format.kind, "monolingual");
    add.context = "";
    return change(subject, text, [add]);
  }
}

function addedAndRemoved(subject: Subject): void {
  const { format, sample, text, file } = subject;
  const add: Addition = {
    kind: "add",
    context: freshKey(format.id, "zz_new_key"),
    sources: ["A new string"],
    targets: [isUtf8(sample) ? "Nový řetězec" : "Novy"],
    state: "translated",
    plural: false,
  };
  let added: string;
  try {
    added = adding(subject, text, add);
  } catch (error) {
    // Strings of the base file may be added to its translations all the same.
    assert.equal(format.canAdd, false, String(error));
    isRefused(error, /\.$/);
    return;
  }
  const ids = new Set(file.entries.map((entry) => entry.id));
  const fresh = entriesOf(subject, added).filter((entry) => !ids.has(entry.id));
  assert.deepEqual(
    fresh.map(({ context, targets, state }) => ({ context, targets, state })),
    [{ context: add.context, targets: add.targets, state: "translated" }],
  );
  assert.equal(change(subject, added, [{ kind: "remove", id: fresh[0]!.id }]), text);
  assert.throws(() => change(subject, added, [add]), EditRefused);
}

function removesAny(subject: Subject): void {
  const { format, text, file } = subject;
  const removed = (entries: readonly Entry[]): Entry[] | undefined => {
    try {
      const edits = entries.map((entry): EntryEdit => ({ kind: "remove", id: entry.id }));
      return entriesOf(subject, change(subject, text, edits, file));
    } catch (error) {
      isRefused(error, /./);
      return undefined;
    }
  };
  // Places that are told from the string before are lost with it.
  const told = (other: Entry) => ({
    ...bare(other),
    ...(/ line="[+-]/.test(text) && { location: "" }),
    ...(notesStay(format.id) && { note: "" }),
  });
  const { entries } = file;
  // Neighbours, which may share a line, go together as well.
  const groups = [
    ...spread(entries, 8).map((entry) => [entry]),
    ...[0, 1].map((odd) => entries.filter((_, at) => at % 2 === odd)),
    entries.filter((_, at) => at % 5 < 2),
    entries.slice(1),
    entries.slice(0, -1),
  ];
  for (const group of groups) {
    const now = removed(group);
    if (!now) continue;
    const gone = new Set(group);
    const rest = entries.filter((other) => !gone.has(other));
    assert.equal(now.length, rest.length);
    now.forEach((other, index) => {
      if (!sameEntry(other, rest[index]!)) assert.deepEqual(told(other), told(rest[index]!));
    });
  }
  const removable = file.entries.filter((entry) => !entry.id.includes("[") || format.id.startsWith("po"));
  const kept = new Set(removable);
  const left = removed(removable);
  if (left)
    assert.deepEqual(
      left.map((entry) => entry.id),
      file.entries.filter((entry) => !kept.has(entry)).map((entry) => entry.id),
    );
}

function makesNewFile({ format, text, file }: Subject): void {
  for (const code of ["cs", "ar", "ja", "pt_BR"]) {
    const given = optionsFor(code, { base: text });
    const made = format.create(text, given);
    assert.ok(made !== undefined, "a base was given");
    const { entries } = format.parse(made, given);
    assert.ok(entries.every((entry) => entry.targets.every((target) => target === "")));
    if (format.kind !== "bilingual") continue;
    assert.deepEqual(
      entries.map((entry) => entry.id),
      file.entries.map((entry) => entry.id),
    );
    for (const entry of entries) if (entry.plural) assert.equal(entry.targets.length, given.plural.number);
  }
}

type SetEdit = Extract<EntryEdit, { kind: "set" }>;

/** The edit that sets every form to a hard text; undefined when the format refuses it for a good reason. */
function hardEdit({ format, sample, text, file, options }: Subject, entry: Entry, hard: string): SetEdit | undefined {
  const edit: SetEdit = { kind: "set", id: entry.id, targets: entry.targets.map(() => hard), state: "translated" };
  try {
    format.edit(text, file, [edit], options);
    return edit;
  } catch (error) {
    isRefused(error, /\.$/);
    const isRange = format.id === "laravel" && entry.plural && /^[{[]/.test(hard);
    const may = isRange || !isUtf8(sample) || /[\0\p{Surrogate}]/u.test(hard) || cannotHold(format.id, hard);
    assert.ok(may, `${JSON.stringify(hard.slice(0, 40))} was refused`);
    return undefined;
  }
}

/** Files above this length get many hard texts at once. */
const LONG = 4_000;

function holdsHardText(subject: Subject): void {
  const { text, file } = subject;
  const check = (edits: readonly (SetEdit | undefined)[]): void => {
    const given = edits.filter((edit) => edit !== undefined);
    if (given.length === 0) return;
    const now = new Map(entriesOf(subject, change(subject, text, given, file)).map((entry) => [entry.id, entry]));
    for (const edit of given) assert.deepEqual(now.get(edit.id)?.targets, edit.targets);
  };
  if (text.length <= LONG) {
    for (const entry of spread(file.entries, 3)) for (const hard of HARD_TEXTS) check([hardEdit(subject, entry, hard)]);
    return;
  }
  // Each text in two entries of its own, as many in one file as it has entries.
  const entries = spread(file.entries, HARD_TEXTS.length);
  for (const shift of [0, 7])
    for (let start = 0; start < HARD_TEXTS.length && entries.length > 0; start += entries.length)
      check(
        HARD_TEXTS.slice(start, start + entries.length).map((hard, index) =>
          hardEdit(subject, entries[(index + shift) % entries.length]!, hard),
        ),
      );
}

function cutFiles({ format, sample, text, options }: Subject): void {
  const random = seeded(text.length);
  const cuts = text.length > 50_000 ? 20 : 50;
  for (let i = 0; i < cuts; i++) {
    const cut = sample.bytes.subarray(0, Math.floor(random() * sample.bytes.length));
    try {
      format.parse(format.decode(cut), options);
    } catch (error) {
      assertPlace(error);
    }
  }
}

/** A law by its numbers in the table of laws, what it says, and how a file is held to it. */
export interface Law {
  numbers: readonly number[];
  says: string;
  check: (subject: Subject) => void;
}

export const LAWS: readonly Law[] = [
  { numbers: [1], says: "nothing changed, nothing differs", check: nothingDiffers },
  { numbers: [2, 3], says: "an edit stays in its entry and is read back", check: staysInItsEntry },
  { numbers: [4], says: "setting the old text gives the old file", check: oldTextOldFile },
  { numbers: [4], says: "setting other texts and the old one leaves nothing behind", check: detoursLeaveNothing },
  { numbers: [5], says: "states are written and taken back", check: statesComeBack },
  { numbers: [6], says: "what is added can be removed without a trace", check: addedAndRemoved },
  { numbers: [6], says: "any entries are removed and the others stay", check: removesAny },
  { numbers: [7], says: "a new language file is made from it", check: makesNewFile },
  { numbers: [8], says: "reads and edits with CRLF, byte order mark and no last line end", check: readsVariants },
  {
    numbers: [8],
    says: "is read or refused with a place when tabs or carriage returns are its blanks",
    check: inOtherShapes,
  },
  { numbers: [8], says: "keeps another encoding, where the format has it", check: inOtherEncodings },
  { numbers: [9], says: "holds hard text, or says why not", check: holdsHardText },
  { numbers: [10], says: "a cut file is read or refused with a place", check: cutFiles },
];

/** Law 7 without a base: a file is started from nothing, or the format says that it needs one. */
export function startsFromNothing(format: FileFormat): void {
  for (const code of ["cs", "ar", "ja", "pt_BR"]) {
    // A folder takes the strings of its base, and no others.
    const options = optionsFor(code, format.folder && { base: "<?member title.txt?>Text\n" });
    const made = format.create(undefined, options);
    if (made === undefined) {
      assert.equal(format.kind === "monolingual" && format.canAdd, false);
      continue;
    }
    assert.deepEqual(format.parse(made, options).entries, []);
    const add: Addition = {
      kind: "add",
      context: freshKey(format.id, "key"),
      sources: ["Text"],
      targets: ["Text"],
      state: "translated",
      plural: false,
    };
    const subject = { format, options } as Subject;
    const added = adding(subject, made, add);
    assert.deepEqual(
      entriesOf(subject, added).map((entry) => entry.context),
      [add.context],
    );
  }
}
