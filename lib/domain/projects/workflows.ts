import { languages, languageWorkflows } from "@/lib/generated/tables";
import { assigned, combined, named, names, pick, row } from "@/lib/platform/columns";
import { db, inTransaction, type SelectedRow, type Sql, sql, type Tx } from "@/lib/platform/database";
import { asText, orNull } from "@/lib/platform/expressions";
import { canonicalFlags, validateFlags } from "@/lib/text/flags/validate";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { ACTION } from "../change-actions";
import { record } from "../changes/record";
import { type FieldError, Invalid, NotFound, type Sentence, sentenceOf, worded } from "../errors";
import { findLanguage } from "../languages/languages";
import { recordSaves } from "../settings/record-saves";
import { type Marks, marksOf, ownChanges } from "../stale";
import { fontProblem } from "./font-names";
import { followLanguageFlags, languageIn } from "./former-flags";
import type { ProjectRow } from "./projects";

/**
 * How single languages are worked on: in one project, or in all projects that have nothing of their own for the language.
 * What holds is in `language-workflow.ts`.
 */

const [w, l, from] = [languageWorkflows.as("w"), languages.as("l"), languages.as("source")];

const SETTINGS = [
  "reviewsOff",
  "enableSuggestions",
  "suggestionVoting",
  "suggestionAutoaccept",
  "editsByMembers",
  "checkFlags",
] as const;

const SOURCE = {
  /** Code of the language that is translated from where a string has a text in it; null: the source language. */
  sourceLanguage: orNull(asText(sql`(select ${from.code} from ${from} where ${from.id} = ${w.sourceLanguageId})`)),
};

const COLUMNS = [combined(pick(w, ...SETTINGS), named(SOURCE)), named({ language: l.code, name: l.name })] as const;

const [SETTING_COLUMNS, LANGUAGE] = COLUMNS;

export type WorkflowSettings = SelectedRow<typeof SETTING_COLUMNS>;
export type WorkflowRow = WorkflowSettings & SelectedRow<typeof LANGUAGE>;

/** Where a workflow holds: in a project, or in all of them. */
export type WorkflowPlace = ProjectRow | null;

const at = (place: WorkflowPlace): Sql => (place ? sql`${w.projectId} = ${place.id}` : sql`${w.projectId} is null`);

/** Workflows that a project has for languages, or that hold in all projects, by the languages' names. */
export function listWorkflows(place: WorkflowPlace): Promise<WorkflowRow[]> {
  return db.rows(sql`
    select ${SETTING_COLUMNS}, ${LANGUAGE} from ${w} join ${l} on ${l.id} = ${w.languageId}
    where ${at(place)} order by ${l.name}, ${l.code} limit 1000`);
}

/** The workflow that a place has for a language. @throws NotFound */
export async function findWorkflow(place: WorkflowPlace, code: string): Promise<WorkflowRow> {
  const language = await findLanguage(code);
  const found = await db.one(sql`
    select ${SETTING_COLUMNS}, ${LANGUAGE} from ${w} join ${l} on ${l.id} = ${w.languageId}
    where ${at(place)} and ${l.id} = ${language.id}`);
  if (!found)
    throw new NotFound(
      place
        ? refusal("noWorkflowOwn", { language: language.name, place: place.name })
        : refusal("noWorkflowHere", { language: language.name }),
    );
  return found;
}

/** Settings alone, as they are marked and compared. */
const own = (settings: WorkflowSettings) =>
  Object.fromEntries(
    [...SETTINGS, "sourceLanguage" as const].map((name) => [name, settings[name]]),
  ) as WorkflowSettings;

/** Marks of what a form shows of a workflow. */
export const workflowMarks = (workflow: WorkflowRow | undefined): Marks => (workflow ? marksOf(own(workflow)) : {});

function demandPlace(actor: Actor, place: WorkflowPlace): void {
  if (place) demand(actor, "project.edit", { project: place });
  else demand(actor, "language.edit");
}

/** What is wrong with the settings, by their names here. */
function problems({ suggestionAutoaccept, suggestionVoting, checkFlags }: WorkflowSettings): FieldError[] {
  const errors: FieldError[] = [];
  const bad = (path: string, why: Sentence) => errors.push({ path, code: "invalid", ...worded(why) });
  if (suggestionAutoaccept !== null) {
    if (!Number.isInteger(suggestionAutoaccept) || suggestionAutoaccept < 0 || suggestionAutoaccept > 1000)
      bad("suggestionAutoaccept", refusal("enterZeroOrSize"));
    else if (suggestionAutoaccept === 1) bad("suggestionAutoaccept", refusal("chooseAutoaccept"));
    else if (suggestionAutoaccept > 1 && suggestionVoting === false)
      bad("suggestionAutoaccept", refusal("enableVotingAccept"));
  }
  for (const problem of validateFlags(checkFlags)) bad("checkFlags", problem);
  return errors;
}

/** Id of the language that another one is translated from. @throws Invalid on `sourceLanguage` */
async function sourceOf(language: { id: number; name: string }, code: string | null): Promise<number | null> {
  if (code === null) return null;
  const found = await findLanguage(code).catch((error: unknown) => {
    if (error instanceof NotFound) throw Invalid.field("sourceLanguage", sentenceOf(error), "invalid_choice");
    throw error;
  });
  if (found.id === language.id)
    throw Invalid.field(
      "sourceLanguage",
      refusal("notTranslatedItself", { language: language.name }),
      "invalid_choice",
    );
  return found.id;
}

/**
 * Gives a language a workflow of its own, in place of one that it has. Needs `project.edit`, or `language.edit` for all
 * projects.
 * @param seen marks of what a form showed: what was left as it was stays as others have saved it since
 * @throws Forbidden, NotFound; Invalid naming the settings, also those that somebody else has changed since they were seen
 */
export async function setWorkflow(
  actor: Actor,
  place: WorkflowPlace,
  code: string,
  wanted: WorkflowSettings,
  seen?: Marks,
): Promise<WorkflowRow> {
  demandPlace(actor, place);
  const now = seen && (await listWorkflows(place)).find(({ language }) => language === code);
  const settings = seen && now ? { ...now, ...ownChanges(seen, now, wanted) } : wanted;
  const errors = problems(settings);
  const font = await fontProblem(db, place?.id ?? "everywhere", settings.checkFlags);
  if (font) errors.push({ path: "checkFlags", code: "does_not_exist", ...worded(font) });
  if (errors.length > 0) throw new Invalid(errors);
  const language = await findLanguage(code);
  const { sourceLanguage, ...rest } = own(settings);
  const values = {
    ...rest,
    checkFlags: canonicalFlags(settings.checkFlags),
    sourceLanguageId: await sourceOf(language, sourceLanguage),
  };
  const after = { ...settings, checkFlags: values.checkFlags };
  await inTransaction(async (tx) => {
    const before = await held(tx, place, language.id);
    const excluded = languageWorkflows.as("excluded");
    const written = Object.fromEntries(
      [...SETTINGS, "sourceLanguageId" as const].map((name) => [name, excluded[name]]),
    );
    await tx.run(sql`
      insert into ${w} ${row(w, { ...values, projectId: place?.id ?? null, languageId: language.id })}
      on conflict (${names(w, "projectId", "languageId")}) do update set ${assigned(w, written)}`);
    await told(tx, actor, place, language, { before, after });
  });
  return findWorkflow(place, code);
}

/** Lets a language be worked on as the others again. Needs what setting it needs. @throws Forbidden, NotFound */
export async function removeWorkflow(actor: Actor, place: WorkflowPlace, code: string): Promise<void> {
  demandPlace(actor, place);
  await findWorkflow(place, code);
  const language = await findLanguage(code);
  await inTransaction(async (tx) => {
    const before = await held(tx, place, language.id);
    await tx.run(sql`delete from ${w} where ${at(place)} and ${w.languageId} = ${language.id}`);
    await told(tx, actor, place, language, { before });
  });
}

/** The workflow as it is stored, until the transaction ends. */
const held = (tx: Tx, place: WorkflowPlace, languageId: number): Promise<WorkflowSettings | undefined> =>
  tx.one(sql`
    select ${SETTING_COLUMNS} from ${w} where ${at(place)} and ${w.languageId} = ${languageId} for no key update of w`);

/** Says in the history that a workflow has changed, what of it, and lets the strings follow its flags. */
async function told(
  tx: Tx,
  actor: Actor,
  place: WorkflowPlace,
  language: { id: number; code: string },
  { before, after }: { before?: WorkflowSettings; after?: WorkflowSettings },
): Promise<void> {
  const fields = (one: WorkflowSettings | undefined) => ({ own: one !== undefined, ...(one && own(one)) });
  const saved = { before: fields(before), after: fields(after) };
  await recordSaves(tx, actor, [{ topic: "workflow", projectId: place?.id, languageId: language.id, ...saved }]);
  await followLanguageFlags(tx, actor, languageIn(language.id, place?.id));
  await record(tx, actor, [
    {
      action: ACTION.PROJECT_SETTING_CHANGED,
      projectId: place?.id,
      languageId: language.id,
      target: language.code,
      details: { setting: "language_workflow" },
    },
  ]);
}
