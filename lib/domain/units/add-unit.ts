import { sourceUnits } from "@/lib/generated/tables";
import { named } from "@/lib/platform/columns";
import { type Connection, db, inTransaction, sql, type Tx } from "@/lib/platform/database";
import { asText } from "@/lib/platform/expressions";
import { isBlankFor } from "@/lib/text/blank";
import { type GivenState, isGivenState, STATE, type UnitState } from "@/lib/text/codes";
import { findFormat, hasSeveralValues } from "@/lib/text/formats/registry";
import { idHash } from "@/lib/text/hash";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { denial, throwDenial } from "../access/demand";
import { ACTION } from "../change-actions";
import type { ComponentRow } from "../components/components";
import { isWantedKey } from "../components/key-filter";
import { type Denial, type FieldError, Invalid, type Sentence, worded } from "../errors";
import { type TranslationRow, translationScope } from "../translations/translations";
import { agreementSigned } from "./agreement";
import { applyEdits } from "./apply-edits";
import { describeInside, lockDescribable } from "./describe-source";
import { additionRefusal } from "./fits-files";
import { OWN_TEXT } from "./four-eyes";
import { manageDenial } from "./manage-units";
import { type PlannedUnit, storeUnits } from "./store-units";
import { describeForms, findUnit, lockUnits, takesTexts, type UnitRow } from "./units";

const s = sourceUnits.as("s");

/** A string that somebody adds. */
export interface NewUnit {
  /** Key where there is a base file, else the disambiguating context. */
  context: string;
  sources: string[];
  /** Left out on a source language, where the sources are the text. */
  targets?: string[];
  /** 0, 10, 20 or 30; by default 20 with a text, else 0. */
  state?: number;
  /** Said of the source string; on the source language alone, and takes `source.edit`. */
  explanation?: string;
}

/** Why the actor may not add strings to a language of a component, or undefined. */
export async function addingDenial(
  actor: Actor,
  translation: TranslationRow,
  on: Connection = db,
): Promise<Denial | undefined> {
  const { component } = translation;
  return manageDenial(actor, component, translation, "add", {
    agreementSigned: await agreementSigned(on, actor, { agreement: component.agreement, componentId: component.id }),
    format: findFormat(component.fileFormat),
  });
}

/**
 * Adds a string. On the source language it comes into every language of the component; elsewhere, which only components
 * without a base file allow, into that language. The files get it with the next commit.
 * @throws Forbidden; Invalid with wire field names
 */
export async function addUnit(actor: Actor, translation: TranslationRow, input: NewUnit): Promise<UnitRow> {
  const { component } = translation;
  const id = await inTransaction(async (tx) => {
    const why = await addingDenial(actor, translation, tx);
    if (why) throwDenial(why);
    const planned = plan(actor, translation, input);
    const [made] = await storeUnits(tx, actor, translation, [planned]);
    if (!made) throw Invalid.field(component.template ? "key" : "source", refusal("stringAlreadyExists"), "unique");
    const refused = await additionRefusal(tx, translation, [planned]);
    if (refused) throw Invalid.field(fieldOf(component, input, refused.about), refused.why);
    if (planned.state >= STATE.TRANSLATED) await holdFailing(tx, actor, made);
    const explanation = translation.isSource ? input.explanation?.trim() : "";
    if (explanation)
      await describeInside(tx, actor, await lockDescribable(tx, actor, made, { explanation }), { explanation });
    return made;
  });
  return findUnit(actor, id);
}

/** A new translation that fails an enforced check needs editing, as a saved one does. */
async function holdFailing(tx: Tx, actor: Actor, id: number): Promise<void> {
  const [unit] = await lockUnits(tx, actor, [id]);
  if (!unit || unit.isSource) return;
  const checks = unit.enforcedChecks.filter((check) => unit.findings?.[check] === false);
  if (checks.length === 0) return;
  const edit = { unit, targets: unit.targets, state: STATE.NEEDS_EDITING };
  const told = { action: ACTION.APPLIED_ENFORCED_CHECK, details: { checks } };
  await applyEdits(tx, actor, [{ ...edit, ...told }], { polish: false });
}

/** The field of a new string that files cannot take. */
function fieldOf({ template }: { template: string }, input: NewUnit, about: "key" | "text"): string {
  if (template !== "") return about === "key" ? "key" : "value";
  if (about === "key" && input.context !== "") return "context";
  return about === "text" && input.targets?.length ? "target" : "source";
}

/** What a string is asked for that is added to a language. */
export interface NewUnitShape {
  /** Whether there is a base file: the string has a key, and its source text is that of the file. */
  monolingual: boolean;
  /** The most forms of its source; 1 where the format knows no plural forms. */
  sourceForms: number;
  /** Forms of the translation of a source with several; 0 where no translation is asked for. */
  targetForms: number;
  /** Whether what stands for the text of the language may be several values, which are no plural forms. */
  severalValues: boolean;
  /** States that it may get; none where it gets its own. */
  states: readonly GivenState[];
}

/** What the actor is asked for a string of a language. */
export function shapeOfNew(actor: Actor, translation: TranslationRow): NewUnitShape {
  const { component, isSource, plural } = translation;
  const monolingual = component.template !== "";
  const severalValues = hasSeveralValues(component.fileFormat) && monolingual === isSource;
  const forms = findFormat(component.fileFormat)?.plurals ? 2 : 1;
  const translated = !monolingual && !isSource;
  const states: GivenState[] = monolingual || translated ? [STATE.TRANSLATED, STATE.NEEDS_EDITING] : [];
  if (states.length > 0 && !approvingRefusal(actor, translation)) states.push(STATE.APPROVED);
  if (translated) states.push(STATE.EMPTY);
  return {
    monolingual,
    sourceForms: monolingual && forms > 1 ? plural.number : forms,
    targetForms: translated ? plural.number : 0,
    severalValues,
    states,
  };
}

/** A text that comes from outside, and the key that it gets where there is a base file. */
export interface FoundText {
  key: string;
  text: string;
}

/**
 * Adds texts to the source language, and so to every language of a component; those that are a source string already are
 * left out. No permission is asked, but what the component and its format allow. The files get them with the next commit.
 * @returns the texts that were added
 * @throws Forbidden, Locked or Conflict where strings cannot be added here; Invalid for a text that cannot be one
 */
export async function addFoundTexts(
  actor: Actor,
  source: TranslationRow,
  found: readonly FoundText[],
): Promise<string[]> {
  const { component } = source;
  const known = await db.rows(sql`
    select ${named({ text: asText(sql`${s.sources}[1]`) })} from ${s}
    where ${s.componentId} = ${component.id} and ${s.sources}[1] = any(${found.map(({ text }) => text)}::text[])`);
  const there = new Set(known.map(({ text }) => text));
  const wanted = found.filter(({ text }) => !there.has(text));
  if (wanted.length === 0) return [];
  const format = findFormat(component.fileFormat);
  const why = manageDenial(actor, component, source, "add", { agreementSigned: true, format });
  if (why) throwDenial(why);
  const planned = wanted.map(({ key, text }) =>
    plan(actor, source, { context: component.template === "" ? "" : key, sources: [text] }),
  );
  await inTransaction((tx) => storeUnits(tx, actor, source, planned));
  return wanted.map(({ text }) => text);
}

/** Whether files can name and hold a string that comes with others: alone, it would be refused with the reason. */
export function canBeString(
  component: Pick<ComponentRow, "template" | "keyFilter">,
  string: Pick<NewUnit, "context" | "sources">,
): boolean {
  if (component.template !== "" && string.context.trim() === "") return false;
  if (!isWantedKey(component, string.context)) return false;
  return ![string.context, ...string.sources].some((text) => CONTROL.test(text));
}

const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

function plan(actor: Actor, translation: TranslationRow, input: NewUnit): PlannedUnit {
  const { component } = translation;
  const monolingual = component.template !== "";
  const format = findFormat(component.fileFormat);
  const names = monolingual ? { context: "key", sources: "value" } : { context: "context", sources: "source" };
  const errors: FieldError[] = [];
  const bad = (path: string, why: Sentence, code = "invalid") => errors.push({ path, code, ...worded(why) });
  if (monolingual && input.context.trim() === "") bad(names.context, refusal("enterKeyString"), "blank");
  if (CONTROL.test(input.context)) bad(names.context, refusal("keyMustNot"));
  else if (!isWantedKey(component, input.context))
    bad(names.context, refusal("keyFilterNot", { filter: component.keyFilter }));
  if (input.sources.length === 0 || input.sources.every((text) => text.trim() === ""))
    bad(names.sources, refusal("enterTextString"), "blank");
  // A file cannot tell an empty plural from none.
  else if (!monolingual && input.sources.some((text) => text.trim() === ""))
    bad(names.sources, refusal("enterAllForms"), "blank");
  // In a file with plural forms the last one is read where no other fits.
  else if (!format?.severalValues && input.sources.at(-1)?.trim() === "")
    bad(names.sources, refusal("enterLastForm"), "blank");
  if (input.sources.some((text) => CONTROL.test(text))) bad(names.sources, refusal("textMustNot"));
  const forms = format?.plurals ? 2 : 1;
  const plurals = monolingual && forms > 1 ? translation.plural.number : forms;
  const most = monolingual && format?.severalValues ? 500 : plurals;
  if (input.sources.length > most)
    bad(names.sources, most === 1 ? refusal("fileFormatNot") : refusal("enterMostPlural", { most }));
  const { targets, state } = textOf(actor, translation, input, bad);
  if (errors.length > 0) throw new Invalid(errors);
  return {
    idHash: (monolingual ? idHash(input.context) : idHash(input.context, input.sources[0] ?? "")).toString(),
    context: input.context,
    sources: input.sources,
    targets,
    state,
  };
}

/** Text and state of the new string in the language it is added to. */
function textOf(
  actor: Actor,
  translation: TranslationRow,
  input: NewUnit,
  bad: (path: string, why: Sentence, code?: string) => void,
): { targets: string[]; state: UnitState } {
  const monolingual = translation.component.template !== "";
  // Without a base file the source text lives in the program's code: nobody edits it here.
  if (translation.isSource && !monolingual) return { targets: input.sources, state: STATE.READ_ONLY };
  const targets = translation.isSource ? input.sources : (input.targets ?? []);
  const filled = targets.some((text) => text.trim() !== "");
  const state = input.state ?? (filled ? STATE.TRANSLATED : STATE.EMPTY);
  const shape = {
    sources: input.sources,
    pluralNumber: translation.plural.number,
    fileFormat: translation.component.fileFormat,
  };
  if (!translation.isSource && !takesTexts(shape, targets)) bad("target", describeForms(shape));
  if (targets.some((text) => CONTROL.test(text))) bad("target", refusal("textMustNot"));
  if (!isGivenState(state)) {
    bad("state", refusal("chooseState"), "invalid_choice");
    return { targets, state: STATE.EMPTY };
  }
  if (state === STATE.EMPTY && filled) bad("state", refusal("state0Means"));
  else if (translation.isSource && !filled) return { targets, state };
  else if (state !== STATE.EMPTY && !filled) bad("target", refusal("enterTranslationChoose"), "blank");
  else if (state !== STATE.EMPTY && isBlankFor(input.sources, targets))
    bad("target", refusal("textNothingBut"), "blank");
  const unapproved = state === STATE.APPROVED ? approvingRefusal(actor, translation) : undefined;
  if (unapproved) bad("state", unapproved);
  return { targets, state };
}

/** Why a text of the actor's own cannot be an approved one. */
function approvingRefusal(actor: Actor, translation: TranslationRow): Sentence | undefined {
  const { project } = translation.component;
  if (!(translation.isSource ? project.sourceReview : translation.workflow.translationReview))
    return refusal("reviewsOff");
  if (denial(actor, "unit.review", translationScope(translation))) return refusal("mayNotApprove");
  return project.fourEyes ? OWN_TEXT.text : undefined;
}
