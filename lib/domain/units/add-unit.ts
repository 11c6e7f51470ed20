import { inTransaction, sql, type Tx } from "@/lib/platform/database";
import { findFormat } from "@/lib/text/formats/registry";
import { contentHash, idHash } from "@/lib/text/hash";
import { countCharacters, countWords } from "@/lib/text/words";
import { type Actor, ledgerUser } from "../access/actor";
import { denial, refuse } from "../access/demand";
import { ACTION } from "../changes/actions";
import { joinForms, record } from "../changes/record";
import type { ComponentRow } from "../components/components";
import { type FieldError, Invalid } from "../errors";
import { moveBetween, weighUnits } from "../statistics/weigh";
import { type TranslationRow, translationPlace } from "../translations/translations";
import { agreementSigned } from "./edit-unit";
import { type FileWish, manageDenial, wishForFiles } from "./manage-units";
import { recheck } from "./recheck";
import { findUnit, lockUnits, type UnitRow } from "./units";

/** A string that somebody adds. */
export interface NewUnit {
  /** Key where there is a base file, else the disambiguating context. */
  context: string;
  sources: string[];
  /** Left out on a source language, where the sources are the text. */
  targets?: string[];
  /** 0, 10, 20 or 30; by default 20 with a text, else 0. */
  state?: number;
}

interface Planned {
  idHash: string;
  context: string;
  sources: string[];
  /** Text and state on the translation itself. */
  targets: string[];
  state: number;
}

/**
 * Adds a string. On the source language it comes into every language of the component; elsewhere, which only components
 * without a base file allow, into that language. The files get it with the next commit.
 * @throws Forbidden; Invalid with wire field names
 */
export async function addUnit(actor: Actor, translation: TranslationRow, input: NewUnit): Promise<UnitRow> {
  const { component } = translation;
  const id = await inTransaction(async (tx) => {
    const why = manageDenial(actor, component, translation, "add", {
      agreementSigned: await agreementSigned(tx, actor, { agreement: component.agreement, componentId: component.id }),
      format: findFormat(component.fileFormat),
    });
    if (why) refuse(why);
    const planned = plan(actor, translation, input);
    // One at a time in a component, so that the same string does not come twice.
    await tx.run(sql`select 1 from components where id = ${component.id} for update`);
    return store(tx, actor, translation, planned);
  });
  return findUnit(actor, id);
}

const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

function plan(actor: Actor, translation: TranslationRow, input: NewUnit): Planned {
  const { component } = translation;
  const monolingual = component.template !== "";
  const names = monolingual ? { context: "key", sources: "value" } : { context: "context", sources: "source" };
  const errors: FieldError[] = [];
  const bad = (path: string, message: string, code = "invalid") => errors.push({ path, code, message });
  if (monolingual && input.context.trim() === "") bad(names.context, "Give the string a key.", "blank");
  if (CONTROL.test(input.context)) bad(names.context, "A key may not hold control characters.");
  if (input.sources.length === 0 || input.sources.every((text) => text.trim() === ""))
    bad(names.sources, "Give the text of the string.", "blank");
  if (input.sources.some((text) => CONTROL.test(text))) bad(names.sources, "A text may not hold control characters.");
  const forms = findFormat(component.fileFormat)?.plurals ? 2 : 1;
  const most = monolingual && forms > 1 ? translation.plural.number : forms;
  if (input.sources.length > most)
    bad(names.sources, most === 1 ? "This file format has no plurals: give one text." : `Give at most ${most} forms.`);
  const { targets, state } = textOf(actor, translation, input, bad);
  if (errors.length > 0) throw new Invalid(errors);
  const hash = monolingual ? idHash(input.context) : idHash(input.context, input.sources[0] ?? "");
  return { idHash: hash.toString(), context: input.context, sources: input.sources, targets, state };
}

/** Text and state of the new string in the language it is added to. */
function textOf(
  actor: Actor,
  translation: TranslationRow,
  input: NewUnit,
  bad: (path: string, message: string, code?: string) => void,
): { targets: string[]; state: number } {
  const monolingual = translation.component.template !== "";
  // Without a base file the source text lives in the program's code: nobody edits it here.
  if (translation.isSource && !monolingual) return { targets: input.sources, state: 100 };
  const targets = translation.isSource ? input.sources : (input.targets ?? []);
  const filled = targets.some((text) => text.trim() !== "");
  const state = input.state ?? (filled ? 20 : 0);
  const expected = input.sources.length > 1 ? translation.plural.number : 1;
  if (!translation.isSource && targets.length !== expected)
    bad("target", `This string takes ${expected === 1 ? "one text" : `${expected} plural forms`}.`);
  if (targets.some((text) => CONTROL.test(text))) bad("target", "A text may not hold control characters.");
  if (![0, 10, 20, 30].includes(state)) bad("state", "Choose 0, 10, 20 or 30.", "invalid_choice");
  else if (state === 0 && filled) bad("state", "State 0 means empty: leave the text out, or choose another state.");
  else if (state !== 0 && !filled) bad("target", "Write a translation, or choose state 0 (empty).", "blank");
  if (state === 30) {
    const { project } = translation.component;
    if (!(translation.isSource ? project.sourceReview : project.translationReview))
      bad("state", "Reviews are switched off in this project.");
    else if (denial(actor, "unit.review", translationPlace(translation)))
      bad("state", "You may not approve strings here.");
  }
  return { targets, state };
}

interface Made {
  id: number;
  translationId: number;
  languageId: number;
  filename: string;
  targets: string[];
  state: number;
}

async function store(tx: Tx, actor: Actor, translation: TranslationRow, planned: Planned): Promise<number> {
  const { component } = translation;
  const known = await tx.one<{ id: number; here: boolean }>(sql`
    select s.id, exists (select from units u where u.source_id = s.id and u.translation_id = ${translation.id}) as here
    from source_units s where s.component_id = ${component.id} and s.id_hash = ${planned.idHash}::bigint`);
  if (known?.here || (known && translation.isSource))
    throw Invalid.field(component.template ? "key" : "source", "This string exists already.", "unique");
  const sourceId = known?.id ?? (await insertSource(tx, component, planned));
  const made: Made[] = [];
  if (!known) made.push(await insertSourceUnit(tx, translation, sourceId, planned));
  if (!translation.isSource) made.push(...(await insertUnits(tx, sourceId, [translation.id], planned)));
  else made.push(...(await insertUnits(tx, sourceId, await otherLanguages(tx, component.id), undefined)));
  const ids = made.map((unit) => unit.id);
  await writeFiles(tx, actor, translation, planned, made);
  await recheck(tx, await lockUnits(tx, actor, ids));
  await moveBetween(tx, new Map(), await weighUnits(tx, ids), {
    lastChange: new Date(),
    lastAuthorId: ledgerUser(actor),
  });
  await record(
    tx,
    actor,
    made.map((unit) => ({
      action: ACTION.STRING_ADDED,
      projectId: component.projectId,
      componentId: component.id,
      translationId: unit.translationId,
      languageId: unit.languageId,
      unitId: unit.id,
      target: joinForms(unit.targets),
      details: { state: unit.state, source: joinForms(planned.sources) },
    })),
  );
  const own = made.find((unit) => unit.translationId === translation.id);
  if (!own) throw new Error("The new string was not stored.");
  return own.id;
}

async function insertSource(tx: Tx, component: ComponentRow, planned: Planned): Promise<number> {
  const { sources, context } = planned;
  const row = await tx.one<{ id: number }>(sql`
    insert into source_units (component_id, id_hash, content_hash, context, sources, num_words, num_chars, position)
    values (${component.id}, ${planned.idHash}::bigint, ${contentHash(sources, context).toString()}::bigint, ${context}, ${sources}::text[],
      ${sources.reduce((sum, text) => sum + countWords(text), 0)}, ${sources.reduce((sum, text) => sum + countCharacters(text), 0)},
      (select coalesce(max(position), 0) + 1 from source_units where component_id = ${component.id})) returning id`);
  return row?.id ?? 0;
}

/** The unit of the source language, which has the id of the source string. */
async function insertSourceUnit(
  tx: Tx,
  translation: TranslationRow,
  sourceId: number,
  planned: Planned,
): Promise<Made> {
  const { component } = translation;
  const monolingual = component.template !== "";
  const state = monolingual ? planned.state : 100;
  const row = await tx.one<Omit<Made, "targets" | "state">>(sql`
    with made as (
      insert into units (id, source_id, translation_id, targets, state, original_state, position)
      select s.id, s.id, t.id, s.sources, ${state}, ${state}, s.position from source_units s, translations t
      where s.id = ${sourceId} and t.component_id = ${component.id} and t.is_source returning id, translation_id)
    select made.id, t.id as translation_id, t.language_id, t.filename from made join translations t on t.id = made.translation_id`);
  if (!row) throw new Error("The source string was not stored.");
  return { ...row, targets: planned.sources, state };
}

/** Languages that have their strings: one whose file has not been read yet is filled whole when it is. */
async function otherLanguages(tx: Tx, componentId: number): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(sql`
    select t.id from translations t where t.component_id = ${componentId} and not t.is_source
      and (t.file_wanted or exists (select from units x where x.translation_id = t.id) or exists (select from file_snapshots f where f.translation_id = t.id))
    order by t.id`);
  return rows.map((row) => row.id);
}

/** Units in some languages: with the text given, or empty. */
async function insertUnits(
  tx: Tx,
  sourceId: number,
  translationIds: readonly number[],
  given: Planned | undefined,
): Promise<Made[]> {
  const state = given?.state ?? 0;
  const targets = given
    ? sql`${given.targets}::text[]`
    : sql`array_fill(''::text, array[case when cardinality(s.sources) > 1 then q.number else 1 end])`;
  return tx.rows<Made>(sql`
    with made as (
      insert into units (source_id, translation_id, targets, state, original_state, position)
      select s.id, t.id, ${targets}, ${state}, ${state}, s.position
      from source_units s, translations t join plurals q on q.id = t.plural_id where s.id = ${sourceId} and t.id = any(${[...translationIds]}::int[])
      on conflict (translation_id, source_id) do nothing returning id, translation_id, targets, state)
    select made.id, made.translation_id, t.language_id, t.filename, made.targets, made.state
    from made join translations t on t.id = made.translation_id order by made.id`);
}

/** With a base file a language's file gets the string when it is translated; without one every file holds all strings. */
async function writeFiles(
  tx: Tx,
  actor: Actor,
  translation: TranslationRow,
  planned: Planned,
  made: readonly Made[],
): Promise<void> {
  const monolingual = translation.component.template !== "";
  const written = made.filter(
    (unit) =>
      unit.filename !== "" && (monolingual || !translation.isSource ? unit.translationId === translation.id : true),
  );
  await wishForFiles(
    tx,
    ledgerUser(actor),
    written.map(
      (unit): FileWish => ({
        translationId: unit.translationId,
        unitId: unit.id,
        kind: "add",
        idHash: planned.idHash,
        context: planned.context,
        sources: planned.sources,
        targets: unit.targets,
        state: unit.state === 100 ? 20 : unit.state,
      }),
    ),
  );
  await tx.run(sql`update units set pending = true where id = any(${written.map((unit) => unit.id)}::bigint[])`);
}
