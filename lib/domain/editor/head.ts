import { agreements } from "@/lib/generated/tables";
import { db, sql } from "@/lib/platform/database";
import { present } from "@/lib/platform/expressions";
import type { UnitState } from "@/lib/text/codes";
import { hasSeveralValues } from "@/lib/text/formats/registry";
import { describePlural } from "@/lib/text/plurals/examples";
import { PluralFormulaError } from "@/lib/text/plurals/formula";
import { urls } from "@/lib/urls";
import type { Actor } from "../access/actor";
import { can, denial } from "../access/demand";
import { addressOf } from "../components/components";
import { isClosed } from "../components/edit-lock";
import { mayVote, type SuggestSubject, suggestingDenial } from "../discussion/may-suggest";
import type { Denial } from "../errors";
import { type TranslationRow, translationScope, translationsById } from "../translations/translations";
import { mayManage } from "../units/manage-units";
import { contributionDenial, editDenial, reviewDenial, reviewed } from "../units/may-edit";
import { viewingDenial } from "../users/viewing";
import { type OpenGlossary, openGlossaries } from "./add-term";

const ag = agreements.as("ag");

/** One form of the target, with counts it is used for. */
export interface EditorForm {
  category: string;
  examples: number[];
}

/** What the editor knows of the translation it works on; plain JSON. */
export interface EditorHead {
  translationId: number;
  language: { code: string; name: string; nativeName: string; direction: string };
  sourceLanguage: { code: string; name: string; direction: string };
  isSource: boolean;
  isTemplate: boolean;
  project: { slug: string; name: string };
  component: { slug: string; name: string; categoryPath: string };
  /** Where the contributor agreement is read. */
  agreement: string;
  plural: { number: number; formula: string; forms: EditorForm[] };
  /** Whether a string may have several values, which are no plural forms. */
  severalValues: boolean;
  sourcePlural: { number: number; formula: string };
  /** Why the viewer may not edit strings: ordinary ones, approved ones, read-only ones, those whose source waits. */
  denials: { ordinary: Denial | null; approved: Denial | null; readOnly: Denial | null; waiting: Denial | null };
  /** Why the viewer may not suggest texts: for ordinary and approved strings, for read-only ones. */
  suggesting: { ordinary: Denial | null; readOnly: Denial | null };
  /** What the viewer may do with the suggestions of others: accept for ordinary and approved strings, reject, vote. */
  deciding: { accept: boolean; acceptApproved: boolean; reject: boolean; vote: boolean };
  /** Votes that make a suggestion the translation; 0 where votes alone never do. */
  votesNeeded: number;
  /** Why the viewer may not comment. */
  commenting: Denial | null;
  /** Whether a problem with the source is reported as one. */
  reporting: boolean;
  /** Whether reviews are on, and whether the viewer may approve. */
  reviewed: boolean;
  mayApprove: boolean;
  /** Whether nobody approves a text of their own. */
  fourEyes: boolean;
  /** Whether automatic suggestions are for the viewer. */
  mayAsk: boolean;
  /** Whether the viewer may dismiss failing checks, and for all languages at once. */
  mayDismiss: boolean;
  mayDismissEverywhere: boolean;
  /** Whether the viewer may change many strings at once: their state and what is said of them, or words in them. */
  bulk: { edit: boolean; replace: boolean };
  /** Whether strings may be added by the viewer, and removed, from here or from all languages. */
  managing: { add: boolean; remove: boolean };
  /** Checks that are not dismissed. */
  enforcedChecks: readonly string[];
  /** Whether the viewer may change explanation, flags and labels of source strings. */
  mayDescribe: boolean;
  /** Whether translations have explanations of their own here, for the viewer to change. */
  mayExplain: boolean;
  /** What the viewer may do with screenshots. */
  shots: { add: boolean; edit: boolean; delete: boolean };
  /** Glossaries that take terms from the viewer. */
  glossaries: OpenGlossary[];
  /** Null for somebody who is not signed in. */
  viewer: { id: number; username: string; name: string } | null;
}

/** What the editor must know of a translation before the first string: languages, plural forms, and what the viewer may do. */
export async function describeTranslation(actor: Actor, translation: TranslationRow): Promise<EditorHead> {
  const { component, language, plural, workflow } = translation;
  const [agreementSigned, glossaries] = await Promise.all([
    signed(actor, translation),
    openGlossaries(actor, translation),
  ]);
  const why = (state: UnitState) => editDenial(actor, subjectOf(translation, state), { agreementSigned }) ?? null;
  const subject = subjectOf(translation, 20);
  const waiting = editDenial(actor, { ...subject, sourceWaits: true }, { agreementSigned }) ?? null;
  const suggesting = (state: UnitState) =>
    suggestingDenial(actor, subjectOf(translation, state), { agreementSigned }) ?? null;
  const accepts = (state: UnitState) =>
    !editDenial(actor, subjectOf(translation, state), { agreementSigned, permission: "suggestion.accept" });
  const scope = translationScope(translation);
  const ofSource = { ...scope, languageId: component.sourceLanguageId };
  const head: EditorHead = {
    translationId: translation.id,
    language: pick(language),
    sourceLanguage: pick(component.sourceLanguage),
    isSource: translation.isSource,
    isTemplate: translation.isTemplate,
    project: { slug: component.project.slug, name: component.project.name },
    component: { slug: component.slug, name: component.name, categoryPath: component.categoryPath },
    agreement: urls.component(addressOf(component)).agreementPage,
    plural: { number: plural.number, formula: plural.formula, forms: formsOf(translation) },
    severalValues: hasSeveralValues(component.fileFormat),
    sourcePlural: { number: component.sourceLanguage.plural.number, formula: component.sourceLanguage.plural.formula },
    denials: { ordinary: why(20), approved: why(30), readOnly: why(100), waiting },
    suggesting: { ordinary: suggesting(20), readOnly: suggesting(100) },
    deciding: {
      accept: accepts(20),
      acceptApproved: accepts(30),
      reject: can(actor, "suggestion.delete", translationScope(translation)),
      vote: mayVote(actor, subject) && !contributionDenial(actor, subject, { agreementSigned }),
    },
    votesNeeded: workflow.suggestionVoting ? workflow.suggestionAutoaccept : 0,
    commenting: denial(actor, "comment.add", scope) ?? null,
    reporting: component.project.sourceReview,
    reviewed: reviewed(subject),
    mayApprove: reviewDenial(actor, subject) === undefined,
    fourEyes: component.project.fourEyes,
    mayAsk: !translation.isSource && can(actor, "machinery.view", scope),
    mayDismiss: can(actor, "unit.check", scope),
    mayDismissEverywhere: can(actor, "unit.check", scope) && can(actor, "source.edit", ofSource),
    bulk: {
      edit: !actor.isAnonymous && can(actor, "unit.bulk_edit", scope),
      replace: !actor.isAnonymous && can(actor, "unit.edit", scope),
    },
    managing: {
      add: mayManage(actor, component, "add", translation),
      remove: mayManage(actor, component, "delete", translation) || mayManage(actor, component, "delete"),
    },
    enforcedChecks: component.enforcedChecks,
    mayDescribe: can(actor, "source.edit", ofSource),
    mayExplain: component.isGlossary && !translation.isSource && !why(20),
    shots: {
      add: can(actor, "screenshot.add", ofSource) && can(actor, "screenshot.edit", ofSource),
      edit: can(actor, "screenshot.edit", ofSource),
      delete: can(actor, "screenshot.delete", ofSource),
    },
    glossaries,
    viewer: actor.isAnonymous
      ? null
      : { id: actor.userId, username: actor.username, name: actor.fullName || actor.username },
  };
  const viewing = viewingDenial(actor);
  return viewing ? onlyShown(head, viewing) : head;
}

/**
 * A head for somebody who looks through the eyes of somebody else: what these may not do is told as to them, nothing can be
 * done, and as nobody is the viewer the browser keeps no drafts, sends no saves and tells nobody who is there.
 */
function onlyShown(head: EditorHead, viewing: Denial): EditorHead {
  const { denials, suggesting } = head;
  return {
    ...head,
    denials: {
      ordinary: denials.ordinary ?? viewing,
      approved: denials.approved ?? viewing,
      readOnly: denials.readOnly ?? viewing,
      waiting: denials.waiting ?? viewing,
    },
    suggesting: { ordinary: suggesting.ordinary ?? viewing, readOnly: suggesting.readOnly ?? viewing },
    deciding: { accept: false, acceptApproved: false, reject: false, vote: false },
    commenting: head.commenting ?? viewing,
    mayApprove: false,
    mayAsk: false,
    mayDismiss: false,
    mayDismissEverywhere: false,
    bulk: { edit: false, replace: false },
    managing: { add: false, remove: false },
    mayDescribe: false,
    mayExplain: false,
    shots: { add: false, edit: false, delete: false },
    glossaries: [],
    viewer: null,
  };
}

/** The same of several translations, of those that the actor may see. */
export async function describeTranslations(actor: Actor, ids: readonly number[]): Promise<EditorHead[]> {
  const found = await translationsById(actor, ids);
  return Promise.all(found.map((translation) => describeTranslation(actor, translation)));
}

/** Plural forms of a language, with numbers that they are used for. */
export function formsOf(translation: TranslationRow): EditorForm[] {
  const { formula, number, categories } = translation.plural;
  let examples: readonly { examples: number[] }[] = [];
  try {
    examples = describePlural(formula, number);
  } catch (error) {
    // A rule that a file brought may be broken; its forms are then shown without examples.
    if (!(error instanceof PluralFormulaError)) throw error;
  }
  return Array.from({ length: number }, (_, index) => ({
    category: categories[index] ?? "",
    examples: examples[index]?.examples ?? [],
  }));
}

function subjectOf(translation: TranslationRow, state: UnitState): SuggestSubject {
  const { component } = translation;
  const { project } = component;
  return {
    projectId: project.id,
    projectName: project.name,
    accessControl: project.accessControl,
    componentId: component.id,
    componentName: component.name,
    restricted: component.restricted,
    languageId: translation.languageId,
    componentLocked: isClosed(component),
    lockReason: component.lockReason,
    isGlossary: component.isGlossary,
    isSource: translation.isSource,
    isTemplate: translation.isTemplate,
    editTemplate: component.editTemplate,
    state,
    ...translation.workflow,
    sourceReview: project.sourceReview,
    sourceEditsByMembers: project.sourceEditsByMembers,
  };
}

async function signed(actor: Actor, translation: TranslationRow): Promise<boolean> {
  if (!translation.component.agreement) return true;
  const row = await db.one(
    sql`select ${present} from ${ag} where ${ag.userId} = ${actor.userId} and ${ag.componentId} = ${translation.componentId}`,
  );
  return row !== undefined;
}

function pick(language: { code: string; name: string; nativeName: string; direction: string }) {
  return {
    code: language.code,
    name: language.name,
    nativeName: language.nativeName,
    direction: language.direction || "ltr",
  };
}
