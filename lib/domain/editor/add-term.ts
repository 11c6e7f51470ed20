import { components, projects } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { STATE } from "@/lib/text/codes";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { can, demand, visibleComponents } from "../access/demand";
import { findComponentById, scopeOf } from "../components/components";
import { Invalid, NotFound } from "../errors";
import { findTranslation, findTranslationById, type TranslationRow } from "../translations/translations";
import { addUnit } from "../units/add-unit";
import { changeUnit } from "../units/change-unit";
import { editUnit } from "../units/edit-unit";
import { translationsOfSource } from "../units/units";
import { demandAccount } from "./save-string";

const [c, p] = [components.as("c"), projects.as("p")];

/** A glossary that takes terms from the editor. */
export interface OpenGlossary {
  id: number;
  name: string;
  /** Whether the viewer may say how a term is to be used. */
  mayMark: boolean;
}

/** Glossaries of the project that the actor may add terms of a translation to. */
export async function openGlossaries(actor: Actor, translation: TranslationRow): Promise<OpenGlossary[]> {
  const { component } = translation;
  if (component.isGlossary || actor.isAnonymous) return [];
  const found = await db.rows(sql`
    select ${pick(c, "id")} from ${c} join ${p} on ${p.id} = ${c.projectId}
    where ${c.projectId} = ${component.projectId} and ${c.isGlossary} and ${c.manageUnits} and ${c.template} = ''
      and ${c.sourceLanguageId} = ${component.sourceLanguageId} and ${visibleComponents(actor)} order by ${c.id} limit 20`);
  const rows = await Promise.all(found.map(({ id }) => findComponentById(actor, id)));
  return rows
    .map((row) => ({ row, scope: scopeOf(row) }))
    .filter(({ scope }) => can(actor, "glossary.add", { ...scope, languageId: translation.languageId }))
    .map(({ row, scope }) => ({
      id: row.id,
      name: row.name,
      mayMark: can(actor, "source.edit", { ...scope, languageId: row.sourceLanguageId }),
    }));
}

export const TERM_KINDS = ["normal", "untranslatable", "forbidden", "terminology"] as const;
export type TermKind = (typeof TERM_KINDS)[number];

const FLAGS: Readonly<Record<TermKind, string>> = {
  normal: "",
  untranslatable: "read-only",
  forbidden: "forbidden",
  terminology: "terminology",
};

/** A term as the editor sends it. */
export interface NewTerm {
  translationId: number;
  glossaryId: number;
  source: string;
  /** "" for one that nobody has translated yet. */
  target: string;
  explanation: string;
  kind: TermKind;
  accountId: number;
}

/**
 * Adds a term to a glossary with its translation; as terminology, or where it stays as it is, in every language. What says
 * how it is used takes `source.edit`.
 * @throws NotFound, Forbidden; Invalid with `source` for a term that is there already
 */
export async function addTerm(actor: Actor, input: NewTerm): Promise<void> {
  demandAccount(actor, input.accountId);
  const translation = await findTranslationById(actor, input.translationId);
  const glossary = await findComponentById(actor, input.glossaryId);
  if (!glossary.isGlossary || glossary.projectId !== translation.component.projectId)
    throw new NotFound(refusal("glossaryMissing"));
  const [source, target] = [input.source.trim(), input.target.trim()];
  if (source === "") throw Invalid.field("source", refusal("enterTerm"), "blank");
  if (target === "" && input.kind === "forbidden")
    throw Invalid.field("target", refusal("enterTranslationMust"), "blank");
  const sourceTranslation = await findTranslation(actor, glossary, glossary.sourceLanguage.code);
  const about = { explanation: input.explanation.trim(), extraFlags: FLAGS[input.kind] };
  const described = about.explanation !== "" || about.extraFlags !== "";
  if (described) demand(actor, "source.edit", { ...scopeOf(glossary), languageId: glossary.sourceLanguageId });
  const everywhere = input.kind === "terminology" || input.kind === "untranslatable";
  const language = await findTranslation(actor, glossary, translation.language.code);
  const made = await addUnit(actor, everywhere ? sourceTranslation : language, {
    context: "",
    sources: [source],
    ...(everywhere ? {} : { targets: [target], state: target === "" ? STATE.EMPTY : STATE.TRANSLATED }),
  });
  if (input.kind === "terminology" && target !== "") {
    const units = await translationsOfSource(actor, made.sourceId);
    const unit = units.find((one) => one.languageId === language.languageId);
    if (unit) await editUnit(actor, unit.id, { targets: [target], state: STATE.TRANSLATED });
  }
  if (described) await changeUnit(actor, made.sourceId, about);
}
