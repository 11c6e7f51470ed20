import { components, sourceUnits, translations, units } from "@/lib/generated/tables";
import { assigned, named, pick } from "@/lib/platform/columns";
import { db, inTransaction, sql, type Tx } from "@/lib/platform/database";
import { anyOf, hashText, present } from "@/lib/platform/expressions";
import { STATE } from "@/lib/text/codes";
import { findPattern } from "@/lib/text/flags/pattern";
import { namedCatalogueOf } from "@/lib/text/formats/catalogue";
import { maskToPath } from "@/lib/text/formats/kernel/filemask";
import { findFormat, findFormatWith } from "@/lib/text/formats/registry";
import { findCatalogueLanguage } from "@/lib/text/languages/catalogue";
import { formatLanguageCode, isLanguageCodeStyle } from "@/lib/text/languages/styles";
import { refusal } from "@/lib/text/messages/refusal";
import { type Actor, ledgerUser } from "../access/actor";
import { can, demand, denial } from "../access/demand";
import { denied } from "../access/denied";
import { notifyAddons } from "../addons/queue";
import { ACTION } from "../change-actions";
import { record } from "../changes/record";
import { type ComponentRow, componentsNamed, scopeOf } from "../components/components";
import { isClosed } from "../components/edit-lock";
import { applyCountDifference, countUnits } from "../counters/unit-counters";
import { Forbidden, Invalid, sentenceOf } from "../errors";
import { syncContext } from "../files/context";
import { type LanguageCapacity, type LanguageCapacityRequest, languageCapacity } from "../files/write-jobs";
import { type LanguageRow, languageOfCode, parseAliases } from "../languages/languages";
import { demandAutoHere } from "../machinery/auto-translate";
import { needsReader } from "../repository-files";
import { insertTranslation, loadTranslations } from "../sync/ensure-translations";
import { readSnapshot } from "../sync/snapshots";
import { loadSources } from "../sync/source-strings";
import { fillTranslation } from "../sync/translation-strings";
import { withZeroForms } from "../sync/zero-forms";
import { createTask, waitForTask } from "../tasks/tasks";
import { settleLanguageRequests } from "../translations/language-requests";
import { findTranslation, type TranslationRow } from "../translations/translations";
import { changeFiles, type FileChange } from "../units/manage-units";
import { inReader } from "../uploaded-files";
import { noComponent } from "./component-origin";

const [c, t, u, s] = [components.as("c"), translations.as("t"), units.as("u"), sourceUnits.as("s")];

/** How long the answer waits for the file and for texts of other components; the language is there at once either way. */
const WAIT_MS = 20_000;

export interface LanguageOptions {
  /** Components, by id or path, whose texts in the language the new strings are given. */
  fromComponent?: readonly string[];
}

/**
 * Adds a language to a component: its strings are there at once, its file is made and committed by a task.
 * @throws Invalid for an unknown or present language, or an unknown component to take texts from; Forbidden
 */
export async function addLanguage(
  actor: Actor,
  component: ComponentRow,
  languageCode: string,
  options: LanguageOptions = {},
): Promise<TranslationRow> {
  const { code, task, texts } = await beginLanguage(actor, component, languageCode, options);
  await Promise.all([task, ...texts].map((id) => waitForTask(id, WAIT_MS)));
  return findTranslation(actor, component, code);
}

/**
 * Adds a language without waiting. Gives its code, the task that makes the file, and the one that takes texts from other
 * components, where that is wanted. @throws as `addLanguage`
 */
export async function beginLanguage(
  actor: Actor,
  component: ComponentRow,
  languageCode: string,
  { fromComponent = [] }: LanguageOptions = {},
): Promise<{ code: string; task: string; texts: string[] }> {
  demandAdding(actor, component, languageCode);
  const language = await knownLanguage(languageCode);
  await demandWithin(actor, component, language);
  const path = pathFor(component, language.code);
  await demandRoom(component, path.code);
  demandFilter(component, path.code);
  const lenders = await findLenders(actor, component, language, fromComponent);
  const tasks = await inTransaction(async (tx) => {
    await tx.run(sql`select 1 from ${components} where ${components.id} = ${component.id} for update`);
    if (
      await tx.one(
        sql`select ${present} from ${t} where ${t.componentId} = ${component.id} and ${t.languageId} = ${language.id}`,
      )
    )
      throw alreadyThere(component, language);
    const place = { languageId: language.id, pluralId: language.plural.id };
    const [{ pluralId } = place] = await withZeroForms(tx, component, [place]);
    const id = await insertTranslation(tx, component, {
      languageId: language.id,
      pluralId,
      languageCode: path.code,
      filename: path.file,
      isSource: false,
      fileWanted: true,
      authorId: ledgerUser(actor),
    });
    const rows = await loadTranslations(tx, component.id);
    const source = rows.find((row) => row.isSource);
    const translation = rows.find((row) => row.id === id);
    if (!source || !translation) throw new Error("The new translation was not stored.");
    // Every source string gets an empty unit, in a bilingual component too: the file will be made from the same strings.
    const context = { ...syncContext(component, source.id, true), monolingual: true };
    const sources = await loadSources(tx, component.id);
    // Without a base file it is only the source language itself that cannot be edited.
    if (!component.template) for (const known of sources.values()) known.readOnly = false;
    await fillTranslation(tx, context, translation, sources, new Map());
    if (!hasStart(component)) await putStringsIntoFile(tx, actor, id);
    await record(tx, actor, [
      {
        action: ACTION.LANGUAGE_ADDED,
        projectId: component.projectId,
        componentId: component.id,
        translationId: id,
        languageId: language.id,
        details: { language: language.code },
      },
    ]);
    await settleLanguageRequests(tx, component.id);
    await notifyAddons(tx, component, "language-added");
    const related = {
      userId: ledgerUser(actor) ?? undefined,
      projectId: component.projectId,
      componentId: component.id,
      translationId: id,
    };
    const payload = { repository: component.repositoryId, translation: id };
    const task = await createTask(tx, { kind: "add-language", payload, ...related });
    if (lenders.length === 0) return { task: task.id, texts: [] };
    const { userId: user, tokenProjectId: tokenProject, cause } = actor;
    const taking = { translation: id, components: lenders.map((one) => one.id), user, tokenProject, cause };
    const texts = await createTask(tx, { kind: "take-texts", payload: taking, ...related });
    return { task: task.id, texts: [texts.id] };
  });
  return { code: language.code, ...tasks };
}

/** The components that a new language gets texts from. @throws Invalid on `fromComponent`; Forbidden */
async function findLenders(
  actor: Actor,
  component: ComponentRow,
  language: LanguageRow,
  names: readonly string[],
): Promise<ComponentRow[]> {
  if (names.length === 0) return [];
  const translation = { component, languageId: language.id, isSource: false, checkFlags: "" };
  demandAutoHere(actor, translation, "translation.add");
  const found = await componentsNamed(actor, names);
  const unknown = names.find((name) => !found.has(name));
  if (unknown !== undefined) throw noComponent(unknown);
  const lenders = [...new Map([...found.values()].map((one) => [one.id, one])).values()];
  if (lenders.some(({ id }) => id === component.id))
    throw Invalid.field("fromComponent", refusal("chooseDifferentComponent"), "invalid_choice");
  return lenders;
}

/** A language by its code. @throws Invalid */
export async function knownLanguage(code: string): Promise<LanguageRow> {
  try {
    return await languageOfCode(code);
  } catch {
    throw Invalid.field("languageCode", refusal("noLanguageCode", { code }), "does_not_exist");
  }
}

function demandAdding(actor: Actor, component: ComponentRow, code: string): void {
  const scope = scopeOf(component);
  demand(actor, "translation.add", scope);
  if (isClosed(component))
    throw new Forbidden(denied("locked", refusal("lockedNoLanguage", { component: component.name })));
  if (component.newLang !== "add" && denial(actor, "component.edit", scope))
    throw new Forbidden(
      denied(
        "missing-permission",
        refusal("managersAddLanguages", { component: component.name, code }),
        "component.edit",
      ),
    );
}

/** Who changes a component adds languages to it whatever its settings say. */
export const mayAddAny = (actor: Actor, component: ComponentRow): boolean =>
  can(actor, "translation.add_more", scopeOf(component)) || can(actor, "component.edit", scopeOf(component));

const inProject = (projectId: number) => sql`
  ${t} join ${c} on ${c.id} = ${t.componentId} where ${c.projectId} = ${projectId} and ${c.removedAt} is null`;

/** Whether a component of a project has a language. */
export async function isOfProject(projectId: number, languageId: number): Promise<boolean> {
  const there = await db.one(
    sql`select ${present} from ${inProject(projectId)} and ${t.languageId} = ${languageId} limit 1`,
  );
  return there !== undefined;
}

/**
 * Languages that the actor may add to a component, by id: those that its project has already. Who may add any has no such set.
 */
export async function languagesWithin(actor: Actor, component: ComponentRow): Promise<ReadonlySet<number> | undefined> {
  if (mayAddAny(actor, component)) return undefined;
  const rows = await db.rows(sql`select distinct ${pick(t, "languageId")} from ${inProject(component.projectId)}`);
  return new Set(rows.map((row) => row.languageId));
}

/** A language that the project does not have is added by those alone who may add any; the contract 3.6. */
async function demandWithin(actor: Actor, component: ComponentRow, language: LanguageRow): Promise<void> {
  if (mayAddAny(actor, component) || (await isOfProject(component.projectId, language.id))) return;
  const why = refusal("newToProject", { project: component.project.name, language: language.name });
  throw new Forbidden(denied("missing-permission", why, "translation.add_more"));
}

function demandFilter(component: ComponentRow, code: string): void {
  const regex = component.languageRegex ? findPattern(component.languageRegex) : undefined;
  if (regex && !regex.found(code)) throw Invalid.field("languageCode", refusal("componentsLanguageFilter", { code }));
}

/**
 * A language that a component lacks and could have.
 * @throws Invalid for one that is unknown, there already, or kept out by the component's filter
 */
export async function languageToAdd(component: ComponentRow, languageCode: string): Promise<LanguageRow> {
  const language = await knownLanguage(languageCode);
  demandFilter(component, pathFor(component, language.code).code);
  const there = await db.one(sql`
    select ${present} from ${t} where ${t.componentId} = ${component.id} and ${t.languageId} = ${language.id}`);
  if (there) throw alreadyThere(component, language);
  return language;
}

const alreadyThere = (component: ComponentRow, language: LanguageRow) =>
  Invalid.field(
    "languageCode",
    refusal("alreadyTranslationInto", { component: component.name, language: language.name }),
    "unique",
  );

/** Whether there is a file that a new one can be made from. */
const hasStart = ({ newBase, template }: ComponentRow): boolean => newBase !== "" || template !== "";

/** A file that starts without entries gets the strings of the component with the next commit. */
async function putStringsIntoFile(tx: Tx, actor: Actor, translationId: number): Promise<void> {
  const rows = await tx.rows(sql`
    select ${pick(s, "context", "sources")}, ${pick(u, "id", "targets")}, ${named({ idHash: hashText(s.idHash) })}
    from ${u} join ${s} on ${s.id} = ${u.sourceId} where ${u.translationId} = ${translationId} order by ${s.position}`);
  const changes = rows.map(({ id, ...string }): FileChange => {
    return { kind: "add", translationId, unitId: id, ...string, state: STATE.EMPTY };
  });
  await changeFiles(tx, ledgerUser(actor), changes);
  const ids = rows.map(({ id }) => id);
  const before = await countUnits(tx, ids);
  await tx.run(sql`update ${u} set ${assigned(u, { pending: true })} where ${anyOf(u.id, ids)}`);
  await applyCountDifference(tx, before, await countUnits(tx, ids));
}

/** Refuses a language whose file could not be made, or would have no place in the one file of all languages. */
async function demandRoom(component: ComponentRow, code: string): Promise<void> {
  const format = findFormatWith(component.fileFormat, component.fileFormatParams);
  if (!format) return;
  if (format.catalogue && namedCatalogueOf(component) !== undefined) {
    const rows = await loadTranslations(db, component.id);
    const known = rows.find((row) => row.isSource && row.filename !== "") ?? rows.find((row) => row.filename !== "");
    const bytes = known && (await readSnapshot(db, known.id));
    const { fileFormat, fileFormatParams: params } = component;
    const wanted: LanguageCapacityRequest = { format: fileFormat, params, languageCode: code, bytes };
    const { refusal: refused } = needsReader(bytes)
      ? (await inReader<LanguageCapacity>("languageCode", "room", wanted)).value
      : languageCapacity(wanted);
    if (refused) throw Invalid.field("languageCode", sentenceOf(refused));
  }
  if (!hasStart(component) && !format.startsWithoutTemplate)
    throw Invalid.field("languageCode", refusal("newFileNeeds", { format: format.name }));
}

/** File and repository code of a new language; a project's alias is undone first. */
function pathFor(component: ComponentRow, code: string): { file: string; code: string } {
  const reverse = [...parseAliases(component.project.languageAliases)].find(([, to]) => to === code)?.[0];
  const style = component.languageCodeStyle || findFormat(component.fileFormat)?.codeStyle || "posix";
  const written =
    reverse ??
    formatLanguageCode(findCatalogueLanguage(code)?.code ?? code, isLanguageCodeStyle(style) ? style : "posix");
  return { file: maskToPath(component.filemask, written), code: written };
}

/** Whether the actor may add languages here; pages ask before they offer it. */
export function mayAddLanguage(actor: Actor, component: ComponentRow): boolean {
  return (
    can(actor, "translation.add", scopeOf(component)) &&
    !isClosed(component) &&
    (component.newLang === "add" || can(actor, "component.edit", scopeOf(component)))
  );
}
